using System.CommandLine;
using RgPolicy.Cli.Fixes;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp fix [PATH...]</c>.</summary>
internal static class FixCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "fix",
            "Applies the safe fixes that findings offer.",
            "rgp fix policies",
            "rgp fix --unsafe --dry-run policies/htap.rgp"
        )
        {
            Ends = [new(ExitCode.Usage, "The command line is wrong, or errors are left.")],
        };
        var paths = PathArguments.Create(
            "Files, folders (their *.rgp), patterns, or - for standard input. Without it: this folder."
        );
        var dryRun = new Option<bool>("--dry-run") { Description = "Writes nothing; shows what would change." };
        var includeUnsafe = new Option<bool>("--unsafe")
        {
            Description = "Also applies fixes that may change what was meant.",
        };
        var target = TargetResolver.CreateOption();
        command.Arguments.Add(paths);
        foreach (var option in (ReadOnlySpan<Option>)[dryRun, includeUnsafe, target])
        {
            command.Options.Add(option);
        }

        command.SetAction(
            (result, cancellationToken) =>
                new FixHandler(context).RunAsync(
                    new FixRequest(
                        PathArguments.Read(result, paths),
                        result.GetValue(dryRun),
                        result.GetValue(includeUnsafe),
                        result.GetValue(target),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
