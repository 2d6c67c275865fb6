using System.CommandLine;
using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Shell;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp lint [PATH...]</c>.</summary>
internal static class LintCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "lint",
            "Checks policies.",
            "rgp lint policies",
            "rgp lint policies/htap.rgp --format json --fail-level warning"
        );
        var paths = PathArguments.Create(
            "Files, folders (their *.rgp), patterns, or - for standard input. Without it: this folder."
        );
        var format = FormatOption.Create<LintFormat>();
        var outputFile = new Option<string?>("--output-file")
        {
            Description = "Writes the report to a file.",
            HelpName = "F",
        };
        var failLevel = new Option<string>("--fail-level")
        {
            Description = "Ends with 1 when there are findings from this level on.",
            HelpName = "error|warning|info",
            DefaultValueFactory = _ => "error",
        };
        failLevel.AcceptOnlyFromAmong("error", "warning", "info");
        var target = new Option<string[]>("--target")
        {
            Description =
                "A target: a profile's name or file; may be given more than once. Without it: those of "
                + "rgpolicy.json, else any.",
            HelpName = "PROFILE",
            DefaultValueFactory = _ => [],
        };
        command.Arguments.Add(paths);
        command.Options.Add(format);
        command.Options.Add(outputFile);
        command.Options.Add(failLevel);
        command.Options.Add(target);
        var baseline = new Option<string?>("--baseline")
        {
            Description = "An earlier report (--format json); what it holds is known and not reported again.",
            HelpName = "F",
        };
        var changedSince = new Option<string?>("--changed-since")
        {
            Description = "Reports what has changed since this git revision.",
            HelpName = "REV",
        };
        command.Options.Add(baseline);
        command.Options.Add(changedSince);
        command.SetAction(
            (result, cancellationToken) =>
                new LintHandler(context).RunAsync(
                    new LintRequest(
                        PathArguments.Read(result, paths),
                        FormatOption.Read(
                            result.GetValue(format),
                            result.WantsJson(),
                            LintFormat.Text,
                            LintFormat.Json
                        ),
                        result.GetValue(outputFile),
                        ToSeverity(result.GetValue(failLevel)),
                        [.. result.GetValue(target) ?? []]
                    )
                    {
                        Baseline = result.GetValue(baseline),
                        ChangedSince = result.GetValue(changedSince),
                    },
                    cancellationToken
                )
        );
        return command;
    }

    private static DiagnosticSeverity ToSeverity(string? name) =>
        name switch
        {
            "info" => DiagnosticSeverity.Info,
            "warning" => DiagnosticSeverity.Warning,
            _ => DiagnosticSeverity.Error,
        };
}
