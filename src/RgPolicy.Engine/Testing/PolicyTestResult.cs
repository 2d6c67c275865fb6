using RgPolicy.Engine.Explain;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>How one policy test ended.</summary>
/// <param name="Test">The test.</param>
/// <param name="Passed">True when everything expected came out.</param>
/// <param name="Message">Expected and actual, and the deciding class (RG6001); empty when it passed.</param>
/// <param name="ClassIndex">The class that came out, or -1 where the test could not be run.</param>
/// <param name="Trace">Each class tried and what decided, or null where the test could not be run.</param>
public sealed record PolicyTestResult(
    PolicyTest Test, bool Passed, string Message, int ClassIndex, Explanation? Trace);
