using RgPolicy.Dbms.Files;
using RgPolicy.Engine.Testing;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>Collects the outcomes of one run over all files.</summary>
internal sealed class TestRun(string? filter)
{
    private const int MaximumPlanBytes = 64 * 1024 * 1024;

    private readonly List<TestOutcome> _outcomes = [];
    private readonly Dictionary<string, (TestSuite Suite, List<PolicyTestResult> Results)> _byPolicy = new(
        StringComparer.Ordinal
    );
    private int _skipped;

    public void Add(TestSuiteReading reading)
    {
        if (reading.Failure is { } failure)
            _outcomes.Add(failure);

        if (reading.Suite is { } suite)
            Run(suite);
    }

    public TestReport Report(bool wantsCoverage, TimeSpan elapsed) =>
        new([.. _outcomes], _skipped, wantsCoverage ? Coverage() : null, elapsed);

    private void Run(TestSuite suite)
    {
        var runner = new PolicyTestRunner(
            suite.Program,
            path => ReadPlan(suite, path),
            name => suite.ProgramsByTarget.GetValueOrDefault(name)
        );
        if (!_byPolicy.TryGetValue(suite.PolicyKey, out var known))
            known = _byPolicy[suite.PolicyKey] = (suite, []);

        foreach (var test in suite.Tests)
        {
            if (filter is not null && !test.Name.Contains(filter, StringComparison.OrdinalIgnoreCase))
            {
                _skipped++;
                continue;
            }

            var result = runner.Run(test);
            known.Results.Add(result);
            _outcomes.Add(
                new TestOutcome(
                    test.Name,
                    suite.Path,
                    test.Range.StartLine,
                    result.Passed,
                    result.Message,
                    result.Trace
                )
            );
        }
    }

    // Relative to the file that holds the test.
    private static byte[]? ReadPlan(TestSuite suite, string path)
    {
        try
        {
            return BoundedFile.Read(
                Path.GetFullPath(path, Path.GetDirectoryName(suite.FullPath) ?? Environment.CurrentDirectory),
                MaximumPlanBytes
            );
        }
        catch (Exception error)
            when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return null;
        }
    }

    private PolicyCoverage Coverage() =>
        _byPolicy.Values.Aggregate(
            PolicyCoverage.None,
            (sum, each) => sum.Add(PolicyCoverage.Of(each.Suite.Program.Policy, each.Results))
        );
}
