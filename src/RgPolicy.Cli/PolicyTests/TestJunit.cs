using RgPolicy.Cli.Reports;

namespace RgPolicy.Cli.PolicyTests;

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
