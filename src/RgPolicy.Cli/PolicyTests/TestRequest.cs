using System.Collections.Immutable;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>What <c>rgp test</c> was asked for.</summary>
/// <param name="Paths">Files, folders, patterns.</param>
/// <param name="Filter">Only tests whose name contains it, whatever the case; null runs all.</param>
/// <param name="WantsCoverage">Measures what the tests reach.</param>
/// <param name="Threshold">Least coverage of classes, branches, steps and states, 0 to 100; null asks for none.</param>
/// <param name="Format">The report's form.</param>
/// <param name="Target">A profile's name or file; null is the built-in one.</param>
internal sealed record TestRequest(
    ImmutableArray<string> Paths,
    string? Filter,
    bool WantsCoverage,
    decimal? Threshold,
    TestFormat Format,
    string? Target
);

/// <summary>The forms of a test report.</summary>
internal enum TestFormat
{
    /// <summary>For people: failures with their trace.</summary>
    Text,

    /// <summary><c>rgp/test/1</c>.</summary>
    Json,

    /// <summary>JUnit XML.</summary>
    Junit,
}
