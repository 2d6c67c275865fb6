using System.Collections.Immutable;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Testing;

namespace RgPolicy.Cli.PolicyTests;

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
