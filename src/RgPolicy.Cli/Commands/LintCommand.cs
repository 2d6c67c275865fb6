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

    private static readonly Option<string?> OutputFile = new RenamedOption<string?>("--out", "--output-file")
    {
        Description = "Writes the report to a file.",
        HelpName = "FILE",
    };

    private static readonly Option<string> FailLevel = CreateFailLevel();

    private static readonly Option<string[]> Target = new RenamedOption<string[]>("--profile", "--target")
    {
        Description =
            "The machine: a profile's name, or a file that rgp probe wrote; may be repeated. Without it: those of "
            + "rgpolicy.json, else any.",
        HelpName = "NAME",
        DefaultValueFactory = _ => [],
    };

    private static readonly Option<string?> Baseline = new("--baseline")
    {
        Description = "An earlier report (--output json); what it holds is known and not reported again.",
        HelpName = "FILE",
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
            "Finds mistakes in policies.",
            "rgp lint policies",
            "rgp lint policies/htap.rgp --output json --fail-level warning"
        )
        {
            Ends = [new(ExitCode.Findings, "There are findings at or above --fail-level.")],
        };
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
            FormatOption.Read<LintFormat>(result, Format),
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
