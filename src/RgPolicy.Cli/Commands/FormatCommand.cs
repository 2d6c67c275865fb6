using System.CommandLine;
using RgPolicy.Cli.Format;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp fmt [PATH...]</c>.</summary>
internal static class FormatCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "fmt",
            "Formats policies and test files in place.",
            "rgp fmt policies",
            "rgp fmt --check --diff policies/htap.rgp"
        )
        {
            Ends = [new(ExitCode.Findings, "With --check: a file is not formatted.")],
        };
        var paths = PathArguments.Create(
            "Files, folders (their *.rgp and *.rgtest), patterns, or - for standard input. Without it: this folder."
        );
        var check = new Option<bool>("--check")
        {
            Description = "Writes nothing; exits with 1 when a file is not formatted.",
        };
        var diff = new Option<bool>("--diff") { Description = "Writes nothing; prints the difference." };
        command.Arguments.Add(paths);
        command.Options.Add(check);
        command.Options.Add(diff);
        command.SetAction(
            (result, cancellationToken) =>
                new FormatHandler(context).RunAsync(
                    new FormatRequest(
                        PathArguments.Read(result, paths),
                        result.GetValue(check),
                        result.GetValue(diff),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
