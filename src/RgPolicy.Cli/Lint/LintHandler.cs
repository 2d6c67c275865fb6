using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Lint.Sarif;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Lint;

/// <summary>Checks policies and reports what was found.</summary>
internal sealed class LintHandler(CliContext context)
{
    /// <summary>Checks and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(LintRequest request, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var selection = InputSelection.Of(context, request.Paths, PolicyFiles.IsPolicy);
        if (selection.Files.IsEmpty && selection.Problems.IsEmpty)
        {
            return context.Fail(ExitCode.Usage, "no policy (*.rgp) was found there", "Name a policy file, or - for standard input.");
        }

        var problems = selection.Problems.ToList();
        var started = context.Time.GetTimestamp();
        var files = await CheckAsync(selection.Files, profile, problems, cancellationToken);
        var whole = new LintReport(files, context.Time.GetElapsedTime(started));
        if (await NarrowAsync(request, whole, profile, cancellationToken) is not { } report)
        {
            return ExitCode.Usage;
        }

        Publish(request, report, problems);
        return Conclude(request, report, problems);
    }

    // Null after the reason has been printed.
    private async Task<LintReport?> NarrowAsync(
        LintRequest request, LintReport report, TargetProfile target, CancellationToken cancellationToken)
    {
        if (request.ChangedSince is { } revision)
        {
            var (changes, problem) = await GitChanges.SinceAsync(context, revision, cancellationToken);
            if (changes is null)
            {
                context.Fail(ExitCode.Usage, problem ?? "", "--changed-since takes a revision of the git repository that the policies are in.");
                return null;
            }

            report = await new ChangedOnly(context, changes, target).ApplyAsync(report, cancellationToken);
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

    private async Task<ImmutableArray<LintedFile>> CheckAsync(
        ImmutableArray<InputFile> files, TargetProfile target, List<string> problems, CancellationToken cancellationToken)
    {
        var checks = new FileCheck(context, target);
        var linted = ImmutableArray.CreateBuilder<LintedFile>(files.Length);
        await foreach (var (file, bytes) in PolicyContents.ReadAsync(context, files, problems, cancellationToken))
        {
            var check = checks.Of(bytes, file.Name);
            linted.Add(new LintedFile(file.Name, SourceLines.Of(bytes), check.Diagnostics) { Suppressed = check.Suppressed });
        }

        return linted.ToImmutable();
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
        if (OutputFile.Write(context.Resolve(request.OutputFile), request.OutputFile, content.ToString()) is { } problem)
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
                output.Write(SarifDocument.Of(report, context.WorkingDirectory));
                break;
            case LintFormat.Junit:
                output.Write(LintJunit.Document(report));
                break;
            default:
                new LintText(output, paint).Write(report);
                break;
        }
    }

    private static string JsonText(LintReport report) => JsonOutput.Document(
        LintJson.Schema, (Utf8JsonWriter json) => LintJson.WriteMembers(json, report));

    private int Conclude(LintRequest request, LintReport report, List<string> problems)
    {
        foreach (var problem in problems)
        {
            context.Error.WriteLine($"rgp: {problem}");
        }

        if (problems.Count > 0)
        {
            return context.Finish(ExitCode.Unreachable, "Check the paths and their permissions; everything else was checked.");
        }

        var worst = report.Diagnostics.Where(each => each.Severity >= request.FailLevel).Select(each => each.Code).FirstOrDefault();
        return worst is null
            ? ExitCode.Success
            : context.Finish(ExitCode.Findings, $"Mend the findings above; `rgp explain {worst}` says more about the first.");
    }
}
