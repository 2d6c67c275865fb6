using System.CommandLine;
using RgPolicy.Cli.Classify;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp classify</c>.</summary>
internal static class ClassifyCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "classify",
            "Gives each query of a list its class and pool.",
            "rgp classify --policy policies/htap.rgp --input queries.jsonl",
            """echo '{"session.app":"Report Server","plan.shape":"scan"}' | rgp classify --policy policies/htap.rgp"""
        )
        {
            Details = "One JSON object of signals per line in, one line of decision out.",
            Ends = [new(ExitCode.Findings, "A line cannot be read as signals.")],
        };
        var policy = PolicyOption.Create();
        var input = new Option<string?>("--input")
        {
            Description = "The signals, a JSON object per line. Without it: standard input.",
            HelpName = "FILE",
        };
        var target = TargetResolver.CreateOption();
        var at = Moments.CreateOption();
        command.Options.Add(policy);
        command.Options.Add(input);
        command.Options.Add(target);
        command.Options.Add(at);
        command.SetAction(
            (result, cancellationToken) =>
                new ClassifyHandler(context).RunAsync(
                    new ClassifyRequest(
                        result.GetRequiredValue(policy),
                        result.GetValue(input),
                        result.GetValue(target),
                        result.GetValue(at)
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
