using System.Collections.Immutable;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Reports;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>Runs policy tests with the engine that decides in the service.</summary>
internal sealed class TestHandler(CliContext context)
{
    /// <summary>Runs and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(TestRequest request, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var selection = InputSelection.Of(context, request.Paths, PolicyFiles.IsPolicyOrTest);
        if (selection.Files.IsEmpty && selection.Problems.IsEmpty)
        {
            return context.Fail(ExitCode.Usage, PolicyFiles.NoneFound, "Name one of them, or a folder.");
        }

        var problems = selection.Problems.ToList();
        var report = await RunAsync(
            request,
            [.. TestFilesOf.With(selection.Files)],
            profile,
            problems,
            cancellationToken
        );
        Publish(request, report);
        return Conclude(request, report, problems);
    }

    private async Task<TestReport> RunAsync(
        TestRequest request,
        ImmutableArray<InputFile> files,
        TargetProfile profile,
        List<string> problems,
        CancellationToken cancellationToken
    )
    {
        var started = context.Time.GetTimestamp();
        var loader = new TestSuiteLoader(context, profile);
        var run = new TestRun(request.Filter);
        foreach (var file in files)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var (reading, problem) = await loader.LoadAsync(file, cancellationToken);
            if (reading is not null)
            {
                run.Add(reading);
            }
            else
            {
                problems.Add(problem ?? "");
            }
        }

        return run.Report(request.WantsCoverage || request.Threshold is not null, context.Time.GetElapsedTime(started));
    }

    private void Publish(TestRequest request, TestReport report)
    {
        switch (request.Format)
        {
            case TestFormat.Json:
                TestJson.Write(context, report);
                break;
            case TestFormat.Junit:
                context.Output.Write(TestJunit.Document(report));
                break;
            default:
                new TestText(context).Write(report);
                break;
        }
    }

    private int Conclude(TestRequest request, TestReport report, List<string> problems)
    {
        foreach (var problem in problems)
        {
            context.Error.WriteLine($"rgp: {problem}");
        }

        if (problems.Count > 0)
        {
            return context.Finish(
                ExitCode.Unreachable,
                "Check the paths and their permissions; everything else was tested."
            );
        }

        if (report.Failed > 0)
        {
            return context.Finish(
                ExitCode.Findings,
                "Fix the policy or what its tests expect; `rgp explain RG6001` says how to read a failure."
            );
        }

        if (request.Filter is { } filter && report.Outcomes.IsEmpty)
        {
            return context.Fail(
                ExitCode.Usage,
                $"no test has `{filter}` in its name",
                "Leave --filter out to see all tests."
            );
        }

        if (report.Outcomes.IsEmpty)
        {
            return context.Fail(
                ExitCode.Usage,
                "there is no test in these files, so nothing was tested",
                "Write one: test \"a scan\" { given { plan.shape scan } expect pool polluters }"
            );
        }

        return report.IsBelow(request.Threshold)
            ? context.Fail(
                ExitCode.Findings,
                $"the coverage is below {request.Threshold}%",
                "Add tests for what none has reached: --coverage lists it."
            )
            : ExitCode.Success;
    }
}

/// <summary>The outcomes as JUnit XML, one suite for each file.</summary>
internal static class TestJunit
{
    /// <summary>The document.</summary>
    public static string Document(TestReport report) =>
        JunitDocument.Of(
            "rgp test",
            [
                .. report
                    .Outcomes.GroupBy(outcome => outcome.Path, StringComparer.Ordinal)
                    .Select(file => new JunitSuite(file.Key, [.. file.Select(Case)])),
            ],
            report.Elapsed
        );

    private static JunitCase Case(TestOutcome outcome) =>
        outcome.Passed
            ? new JunitCase(outcome.Name, outcome.Line)
            : new JunitCase(outcome.Name, outcome.Line, outcome.Message.Split('\n')[0], "RG6001", Details(outcome));

    private static string Details(TestOutcome outcome)
    {
        var tried =
            outcome.Trace?.Tried.Select(each =>
                $"{each.Class} (line {each.Line}): {each.Result}"
                + string.Concat(each.Atoms.Select(atom => $"\n  {atom.Result}: {atom.Text} [{atom.ValueText}]"))
            )
            ?? [];
        return string.Join('\n', tried.Prepend(outcome.Message));
    }
}
