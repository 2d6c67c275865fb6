using RgPolicy.Cli.Lint.Rules;
using RgPolicy.Cli.Lint.Sarif;

namespace RgPolicy.Cli.Lint;

/// <summary><c>rgp lint</c>: finds mistakes in policies.</summary>
internal sealed class LintCommand(CliContext context)
{
    private static readonly Argument<string[]> Paths = PathArguments.Create(
        "Files, folders (their *.rgp), patterns, or - for standard input. Without it: this folder."
    );

    private static readonly Option<string?> Format = FormatOption.Create<LintFormat>();

    private static readonly Option<string?> Output = new RenamedOption<string?>("--out", "--output-file")
    {
        Description = "Writes the report to a file.",
        HelpName = "FILE",
    };

    private static readonly Option<string> FailLevel = new Option<string>("--fail-level")
    {
        Description = "Exits with 1 when there are findings from this level on.",
        HelpName = "error|warning|info",
        DefaultValueFactory = _ => "error",
    }.AcceptOnlyFromAmong("error", "warning", "info");

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

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "lint",
            "Finds mistakes in policies.",
            "rgp lint policies",
            "rgp lint policies/htap.rgp --output json --fail-level warning"
        )
        {
            Ends = [new(ExitCode.Findings, "There are findings at or above --fail-level.")],
        }
            .Takes(Paths, Format, Output, FailLevel, Target, Baseline, ChangedSince)
            .Does(result => new LintCommand(context).RunAsync(result));

    private static DiagnosticSeverity LevelOf(ParseResult result) =>
        result.GetValue(FailLevel) switch
        {
            "info" => DiagnosticSeverity.Info,
            "warning" => DiagnosticSeverity.Warning,
            _ => DiagnosticSeverity.Error,
        };

    private string? _helpUri;

    private async Task<int> RunAsync(ParseResult result)
    {
        var selection = InputSelection.Of(context, PathArguments.Read(result, Paths), PolicyFiles.IsPolicy);
        selection.NeedAny("no policy (*.rgp) was found there", "Name a policy file, or - for standard input.");
        var problems = selection.Problems.ToList();
        var started = context.Time.GetTimestamp();
        var files = await CheckAsync(selection.Files, result, problems);
        var whole = new LintReport(files, context.Time.GetElapsedTime(started)) { HelpUri = _helpUri };
        var report = await NarrowAsync(result, whole);
        report = CleanFile.Apply(report, isAsked: LevelOf(result) == DiagnosticSeverity.Info);
        Publish(result, report, problems);
        return Conclude(result, report, problems);
    }

    private async Task<LintReport> NarrowAsync(ParseResult result, LintReport report)
    {
        if (result.GetValue(ChangedSince) is { } revision)
        {
            var changes = await GitChanges.SinceAsync(context, revision);
            report = await new ChangedOnly(context, changes).ApplyAsync(report);
        }

        if (result.GetValue(Baseline) is { } baseline)
            report = LintBaseline.Apply(report, await LintBaseline.ReadAsync(context, baseline));

        return report;
    }

    private async Task<ImmutableArray<LintedFile>> CheckAsync(
        ImmutableArray<InputFile> files,
        ParseResult result,
        List<string> problems
    )
    {
        var settings = new LintRulesFinder(context);
        var targets = new LintTargets(context, [.. result.GetValue(Target) ?? []]);
        await targets.OfAsync(null);

        var linted = ImmutableArray.CreateBuilder<LintedFile>(files.Length);
        await foreach (var (file, bytes) in PolicyContents.ReadAsync(context, files, problems))
        {
            var folder = file.FullPath is null
                ? context.WorkingDirectory
                : Path.GetDirectoryName(context.Resolve(file.Name));
            var rules = await settings.FindAsync(folder ?? context.WorkingDirectory);
            var profiles = await targets.OfAsync(rules);
            _helpUri ??= rules?.Rules.HelpUri;
            var checks = new FileCheck(context, profiles, rules?.Rules ?? LintRules.None);
            var check = checks.Of(bytes, file.Name);
            linted.Add(
                new LintedFile(file.Name, SourceLines.Of(bytes), check.Diagnostics)
                {
                    Checks = checks,
                    Suppressed = check.Suppressed,
                }
            );
        }

        return linted.ToImmutable();
    }

    private void Publish(ParseResult result, LintReport report, List<string> problems)
    {
        var format = FormatOption.Read<LintFormat>(result, Format);
        if (result.GetValue(Output) is not { } file)
        {
            Write(context.Output, format, report, new Paint(context.UsesColour));
            context.Output.Flush();
            return;
        }

        var content = new StringWriter { NewLine = "\n" };
        Write(content, format, report, new Paint(false));
        if (OutputFile.Write(context.Resolve(file), file, content.ToString()) is { } problem)
            problems.Add(problem);
    }

    private void Write(TextWriter output, LintFormat format, LintReport report, Paint paint)
    {
        switch (format)
        {
            case LintFormat.Compact:
                LintCompact.Write(output, report);
                break;
            case LintFormat.Github:
                LintGithub.Write(output, report);
                break;
            case LintFormat.Json:
                output.Write(JsonText(report));
                break;
            case LintFormat.Sarif:
                output.Write(SarifDocument.Of(report, new ReportPaths(report, context.WorkingDirectory)));
                break;
            case LintFormat.Gitlab:
                output.Write(LintGitlab.Document(report, new ReportPaths(report, context.WorkingDirectory)));
                break;
            case LintFormat.Azure:
                LintAzure.Write(output, report);
                break;
            case LintFormat.Junit:
                output.Write(LintJunit.Document(report));
                break;
            default:
                new LintText(output, paint).Write(report);
                break;
        }
    }

    private static string JsonText(LintReport report) =>
        JsonOutput.Document(LintJson.Schema, (Utf8JsonWriter json) => LintJson.WriteMembers(json, report));

    private int Conclude(ParseResult result, LintReport report, List<string> problems)
    {
        if (context.FinishUnread(problems, "checked") is { } unread)
            return unread;

        var worst = report
            .Diagnostics.Where(each => each.Severity >= LevelOf(result))
            .Select(each => each.Code)
            .FirstOrDefault();
        return worst is null
            ? ExitCode.Success
            : context.Finish(
                ExitCode.Findings,
                $"Fix the findings above; `rgp explain {worst}` says more about the first."
            );
    }
}

/// <summary>The forms of a lint report.</summary>
internal enum LintFormat
{
    /// <summary>For people: each finding with the lines that it is about.</summary>
    Text,

    /// <summary>One line for each finding.</summary>
    Compact,

    /// <summary><c>rgp/lint/1</c>.</summary>
    Json,

    /// <summary>Workflow commands that GitHub shows in a pull request.</summary>
    Github,

    /// <summary>SARIF 2.1.0, for code scanning.</summary>
    Sarif,

    Junit,

    /// <summary>GitLab's code-quality report: shown in a merge request.</summary>
    Gitlab,

    /// <summary>Logging commands that Azure DevOps shows in a pipeline's run.</summary>
    Azure,
}
