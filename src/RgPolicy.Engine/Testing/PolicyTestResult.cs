using System.Collections.Immutable;
using RgPolicy.Engine.Explain;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>How one policy test ended.</summary>
/// <param name="Test">The test.</param>
/// <param name="Passed">True when everything expected came out.</param>
/// <param name="Message">Expected and actual, and the deciding class (RG6001), a line for each moment;
/// empty when it passed.</param>
/// <param name="ClassIndex">The class that came out at the first moment that is not as expected, else at the last; -1
/// where the test could not be run.</param>
/// <param name="Trace">Each class tried there and what decided, or null where the test could not be run.</param>
public sealed record PolicyTestResult(PolicyTest Test, bool Passed, string Message, int ClassIndex, Explanation? Trace)
{
    /// <summary>What was found at each moment.</summary>
    internal ImmutableArray<MomentResult> Sights { get; init; } = [];
}
