using RgPolicy.Engine.Explain;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>How one policy test ended.</summary>
/// <param name="Name">Its sentence.</param>
/// <param name="Path">The file that holds it, as the user gave it.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Passed">True when everything expected came out.</param>
/// <param name="Message">Expected and actual; empty when it passed.</param>
/// <param name="Trace">Each class tried and what decided, where the test could be run.</param>
internal sealed record TestOutcome(string Name, string Path, int Line, bool Passed, string Message, Explanation? Trace);
