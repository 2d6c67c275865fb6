using System.CommandLine.Parsing;
using RgPolicy.Cli.Reports;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Testing;

namespace RgPolicy.Cli.PolicyTests;

/// <summary><c>rgp test</c>: runs the tests of policies.</summary>
internal sealed class TestCommand(CliContext context)
{
    private static readonly Argument<string[]> Paths = PathArguments.Create(
        "Policies, test files (*.rgtest), folders with them, patterns, or - for standard input. "
            + "Without it: this folder."
    );

    private static readonly Option<string?> Filter = new("--filter")
    {
        Description = "Only tests whose name contains this text.",
        HelpName = "TEXT",
    };

    private static readonly Option<bool> Coverage = new("--coverage")
    {
        Description = "Says which share of classes, branches, steps and states the tests reach, and what none touches.",
    };

    private static readonly Option<decimal?> Threshold = new("--threshold")
    {
        Description = "Ends with 1 when the coverage of classes, branches, steps or states is below this percentage.",
        HelpName = "PERCENT",
        CustomParser = ReadThreshold,
    };

    private static readonly Option<string?> Format = FormatOption.Create<TestFormat>();
    private static readonly Option<string?> Profile = TargetResolver.CreateOption();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "test",
            "Runs the tests of policies.",
            "rgp test policies",
            "rgp test policies/htap.rgp --coverage --threshold 80"
        )
        {
            Ends =
            [
                new(ExitCode.Findings, "A test failed, or the coverage is below --threshold."),
                new(ExitCode.Usage, "The command line is wrong, or there is no test."),
            ],
        }
            .Takes(Paths, Filter, Coverage, Threshold, Format, Profile)
            .Does(new TestCommand(context).RunAsync);

    private static decimal? ReadThreshold(ArgumentResult result)
    {
        var text = result.Tokens is [{ Value: var given }] ? given.TrimEnd('%') : "";
        if (
            decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
            && percent <= 100
        )
            return percent;

        result.AddError("--threshold is a percentage from 0 to 100.");
        return null;
    }

    private async Task<int> RunAsync(ParseResult result)
    {
        var profile = await TargetResolver.FindAsync(context, result.GetValue(Profile));
        var selection = InputSelection.Of(context, PathArguments.Read(result, Paths), PolicyFiles.IsPolicyOrTest);
        selection.NeedAny(PolicyFiles.NoneFound, "Name one of them, or a folder.");
        var problems = selection.Problems.ToList();
        var report = await RunAsync(result, [.. TestFilesOf.With(selection.Files)], profile, problems);
        Publish(result, report);
        return Conclude(result, report, problems);
    }

    private async Task<TestReport> RunAsync(
        ParseResult result,
        ImmutableArray<InputFile> files,
        TargetProfile profile,
        List<string> problems
    )
    {
        var started = context.Time.GetTimestamp();
        var loader = new TestSuiteLoader(context, profile);
        var run = new TestRun(result.GetValue(Filter));
        foreach (var file in files)
        {
            context.Interrupt.ThrowIfCancellationRequested();
            var (reading, problem) = await loader.LoadAsync(file);
            if (reading is not null)
                run.Add(reading);
            else
                problems.Add(problem ?? "");
        }

        return run.Report(
            result.GetValue(Coverage) || result.GetValue(Threshold) is not null,
            context.Time.GetElapsedTime(started)
        );
    }

    private void Publish(ParseResult result, TestReport report)
    {
        switch (FormatOption.Read<TestFormat>(result, Format))
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

    private int Conclude(ParseResult result, TestReport report, List<string> problems)
    {
        if (context.FinishUnread(problems, "tested") is { } unread)
            return unread;

        if (report.Failed > 0)
        {
            return context.Finish(
                ExitCode.Findings,
                "Fix the policy or what its tests expect; `rgp explain RG6001` says how to read a failure."
            );
        }

        if (result.GetValue(Filter) is { } filter && report.Outcomes.IsEmpty)
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

        return report.IsBelow(result.GetValue(Threshold))
            ? context.Fail(
                ExitCode.Findings,
                $"the coverage is below {result.GetValue(Threshold)}%",
                "Add tests for what none has reached: --coverage lists it."
            )
            : ExitCode.Success;
    }
}

/// <summary>The outcomes as JUnit XML, one suite for each file.</summary>
internal static class TestJunit
{
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

/// <summary>How one policy test ended.</summary>
/// <param name="Name">Its sentence.</param>
/// <param name="Path">The file that holds it, as the user gave it.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Passed">True when everything expected came out.</param>
/// <param name="Message">Expected and actual; empty when it passed.</param>
/// <param name="Trace">Each class tried and what decided, where the test could be run.</param>
internal sealed record TestOutcome(string Name, string Path, int Line, bool Passed, string Message, Explanation? Trace);

/// <summary>Everything that <c>rgp test</c> found out.</summary>
/// <param name="Outcomes">Of the tests that ran, in the order of files and texts.</param>
/// <param name="Skipped">Tests that the filter left out.</param>
/// <param name="Coverage">Over all policies, or null where it was not asked for.</param>
/// <param name="Elapsed">How long it took.</param>
internal sealed record TestReport(
    ImmutableArray<TestOutcome> Outcomes,
    int Skipped,
    PolicyCoverage? Coverage,
    TimeSpan Elapsed
)
{
    /// <summary>Tests that came out as expected.</summary>
    public int Passed => Outcomes.Count(outcome => outcome.Passed);

    /// <summary>Tests that did not.</summary>
    public int Failed => Outcomes.Length - Passed;

    /// <summary>True when coverage was measured and a share of it is below the threshold.</summary>
    public bool IsBelow(decimal? threshold) => Coverage is { } coverage && coverage.LeastPercent < threshold;
}

/// <summary>The forms of a test report.</summary>
internal enum TestFormat
{
    /// <summary>For people: failures with their trace.</summary>
    Text,

    /// <summary><c>rgp/test/1</c>.</summary>
    Json,

    Junit,
}
