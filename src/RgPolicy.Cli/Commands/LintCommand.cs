using System.CommandLine;
using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Shell;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp lint [PATH...]</c>.</summary>
internal static class LintCommand
{
    private static readonly Argument<string[]> Paths = PathArguments.Create(
        "Files, folders (their *.rgp), patterns, or - for standard input. Without it: this folder."
    );

    private static readonly Option<string?> Format = FormatOption.Create<LintFormat>();

    private static readonly Option<string?> OutputFile = new("--output-file")
    {
        Description = "Writes the report to a file.",
        HelpName = "F",
    };

    private static readonly Option<string> FailLevel = CreateFailLevel();

    private static readonly Option<string[]> Target = new("--target")
    {
        Description =
            "A target: a profile's name or file; may be given more than once. Without it: those of "
            + "rgpolicy.json, else any.",
        HelpName = "PROFILE",
        DefaultValueFactory = _ => [],
    };

    private static readonly Option<string?> Baseline = new("--baseline")
    {
        Description = "An earlier report (--format json); what it holds is known and not reported again.",
        HelpName = "F",
    };

    private static readonly Option<string?> ChangedSince = new("--changed-since")
    {
        Description = "Reports what has changed since this git revision.",
        HelpName = "REV",
    };

    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "lint",
            "Checks policies.",
            "rgp lint policies",
            "rgp lint policies/htap.rgp --format json --fail-level warning"
        );
        command.Arguments.Add(Paths);
        foreach (var option in new Option[] { Format, OutputFile, FailLevel, Target, Baseline, ChangedSince })
            command.Options.Add(option);
        command.SetAction(
            (result, cancellationToken) => new LintHandler(context).RunAsync(RequestOf(result), cancellationToken)
        );
        return command;
    }

    private static LintRequest RequestOf(ParseResult result) =>
        new(
            PathArguments.Read(result, Paths),
            FormatOption.Read(result.GetValue(Format), result.WantsJson(), LintFormat.Text, LintFormat.Json),
            result.GetValue(OutputFile),
            ToSeverity(result.GetValue(FailLevel)),
            [.. result.GetValue(Target) ?? []]
        )
        {
            Baseline = result.GetValue(Baseline),
            ChangedSince = result.GetValue(ChangedSince),
        };

    private static Option<string> CreateFailLevel()
    {
        var level = new Option<string>("--fail-level")
        {
            Description = "Exits with 1 when there are findings from this level on.",
            HelpName = "error|warning|info",
            DefaultValueFactory = _ => "error",
        };
        level.AcceptOnlyFromAmong("error", "warning", "info");
        return level;
    }

    private static DiagnosticSeverity ToSeverity(string? name) =>
        name switch
        {
            "info" => DiagnosticSeverity.Info,
            "warning" => DiagnosticSeverity.Warning,
            _ => DiagnosticSeverity.Error,
        };
}
