using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Lint.Rules;
using RgPolicy.Cli.Lint.Sarif;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>Checks policies and reports what was found.</summary>
internal sealed class LintHandler(CliContext context)
{
    private int _refusal = ExitCode.Usage;
    private string? _helpUri;

    /// <summary>Checks and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(LintRequest request, CancellationToken cancellationToken)
    {
        var selection = InputSelection.Of(context, request.Paths, PolicyFiles.IsPolicy);
        if (selection.Files.IsEmpty && selection.Problems.IsEmpty)
        {
            return context.Fail(
                ExitCode.Usage,
                "no policy (*.rgp) was found there",
                "Name a policy file, or - for standard input."
            );
        }

        var problems = selection.Problems.ToList();
        var started = context.Time.GetTimestamp();
        if (await CheckAsync(selection.Files, request, problems, cancellationToken) is not { } files)
        {
            return _refusal;
        }

        var whole = new LintReport(files, context.Time.GetElapsedTime(started)) { HelpUri = _helpUri };
        if (await NarrowAsync(request, whole, cancellationToken) is not { } report)
        {
            return ExitCode.Usage;
        }

        report = CleanFile.Apply(report, isAsked: request.FailLevel == DiagnosticSeverity.Info);
        Publish(request, report, problems);
        return Conclude(request, report, problems);
    }

    // Null after the reason has been printed.
    private async Task<LintReport?> NarrowAsync(
        LintRequest request,
        LintReport report,
        CancellationToken cancellationToken
    )
    {
        if (request.ChangedSince is { } revision)
        {
            var (changes, problem) = await GitChanges.SinceAsync(context, revision, cancellationToken);
            if (changes is null)
            {
                context.Fail(
                    ExitCode.Usage,
                    problem ?? "",
                    "--changed-since takes a revision of the git repository that the policies are in."
                );
                return null;
            }

            report = await new ChangedOnly(context, changes).ApplyAsync(report, cancellationToken);
        }

        if (request.Baseline is { } baseline)
        {
            var (known, problem) = await LintBaseline.ReadAsync(context, baseline, cancellationToken);
            if (known is null)
            {
                context.Fail(ExitCode.Usage, problem ?? "", LintBaseline.Next);
                return null;
            }

            report = LintBaseline.Apply(report, known);
        }

        return report;
    }

    // Null after the reason has been printed.
    private async Task<ImmutableArray<LintedFile>?> CheckAsync(
        ImmutableArray<InputFile> files,
        LintRequest request,
        List<string> problems,
        CancellationToken cancellationToken
    )
    {
        var settings = new LintRulesFinder(context);
        var targets = new LintTargets(context, request.Targets);
        if ((await targets.OfAsync(null, cancellationToken)).IsEmpty)
        {
            return Refuse(targets);
        }

        var linted = ImmutableArray.CreateBuilder<LintedFile>(files.Length);
        try
        {
            await foreach (var (file, bytes) in PolicyContents.ReadAsync(context, files, problems, cancellationToken))
            {
                var folder = file.FullPath is null
                    ? context.WorkingDirectory
                    : Path.GetDirectoryName(context.Resolve(file.Name));
                var rules = await settings.FindAsync(folder ?? context.WorkingDirectory, cancellationToken);
                var profiles = await targets.OfAsync(rules, cancellationToken);
                if (profiles.IsEmpty)
                {
                    return Refuse(targets);
                }

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
        }
        catch (LintRulesException error)
        {
            context.Fail(
                ExitCode.Usage,
                error.Message,
                "docs/reference/cli.md says what rgpolicy.json may hold; its schema is docs/rgpolicy.schema.json."
            );
            return null;
        }

        return linted.ToImmutable();
    }

    private ImmutableArray<LintedFile>? Refuse(LintTargets targets)
    {
        _refusal = context.Fail(
            targets.Problem?.ExitCode ?? ExitCode.Usage,
            targets.Problem?.Problem ?? "",
            TargetResolver.Next
        );
        return null;
    }

    private void Publish(LintRequest request, LintReport report, List<string> problems)
    {
        if (request.OutputFile is null)
        {
            Write(context.Output, request.Format, report, new Paint(context.UsesColour));
            context.Output.Flush();
            return;
        }

        var content = new StringWriter { NewLine = "\n" };
        Write(content, request.Format, report, new Paint(false));
        if (
            OutputFile.Write(context.Resolve(request.OutputFile), request.OutputFile, content.ToString()) is { } problem
        )
        {
            problems.Add(problem);
        }
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

    private int Conclude(LintRequest request, LintReport report, List<string> problems)
    {
        foreach (var problem in problems)
        {
            context.Error.WriteLine($"rgp: {problem}");
        }

        if (problems.Count > 0)
        {
            return context.Finish(
                ExitCode.Unreachable,
                "Check the paths and their permissions; everything else was checked."
            );
        }

        var worst = report
            .Diagnostics.Where(each => each.Severity >= request.FailLevel)
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
