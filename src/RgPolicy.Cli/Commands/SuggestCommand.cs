using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Suggest;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp suggest</c>.</summary>
internal static class SuggestCommand
{
    private static readonly Argument<string?> Recording = new("RECORDING")
    {
        Description = "A recording made by rgp record: what the server really runs.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private static readonly Option<string?> Connect = LiveOptions.Connect();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();
    private static readonly Option<string[]> TrustedRoles = LiveOptions.TrustedRoles();

    private static readonly Option<string?> OutputFile = new RenamedOption<string?>("--out", "-o")
    {
        Description = "Writes the policy to this file, and prints what it would have done.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Objective = new("--objective")
    {
        Description = "A time to keep, such as 'oltp p95 < 20 ms'.",
        HelpName = "TEXT",
    };

    private static readonly Option<string?> ForTarget = TargetResolver.CreateOption("--for-target");

    private static readonly Option<string?> Update = new("--update")
    {
        Description = "Proposes what this policy lacks, as a difference, in place of a policy of its own.",
        HelpName = "FILE",
    };

    private static readonly Option<bool> Force = new("--force") { Description = "Overwrites the file." };

    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "suggest",
            "Writes a first policy from what a server was seen to run.",
            "rgp suggest monday.rgrec --out first.rgp",
            "rgp suggest --server postgres://rgpolicy@localhost/postgres --out first.rgp",
            "rgp suggest monday.rgrec --update policies/htap.rgp",
            "rgp suggest monday.rgrec --objective 'oltp p95 < 20 ms' --output json"
        );
        command.Arguments.Add(Recording);
        foreach (
            var option in new Option[]
            {
                Connect,
                PasswordFile,
                TrustedRoles,
                OutputFile,
                Force,
                Objective,
                ForTarget,
                Update,
            }
        )
            command.Options.Add(option);
        command.SetAction(
            (result, cancellationToken) =>
                new SuggestHandler(context).RunAsync(
                    new SuggestRequest(
                        result.GetValue(Recording),
                        LiveOptions.ConnectOf(result, Connect, TrustedRoles),
                        result.GetValue(PasswordFile),
                        result.GetValue(OutputFile),
                        result.GetValue(Force),
                        result.GetValue(Objective),
                        result.GetValue(ForTarget),
                        result.GetValue(Update),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
