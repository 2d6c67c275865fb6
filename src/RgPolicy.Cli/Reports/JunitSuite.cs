using System.Collections.Immutable;

namespace RgPolicy.Cli.Reports;

/// <summary>One suite of a JUnit report.</summary>
/// <param name="Name">The file that it is about.</param>
/// <param name="Cases">In the order of the file.</param>
internal sealed record JunitSuite(string Name, ImmutableArray<JunitCase> Cases);
