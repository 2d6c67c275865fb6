using RgPolicy.Conformance.Cases;

namespace RgPolicy.Conformance;

/// <summary>What came of a case's steps on one host.</summary>
/// <param name="Case">The case.</param>
/// <param name="Results">One for each step.</param>
internal sealed record CaseResult(ConformanceCase Case, ImmutableArray<string> Results)
{
    public bool IsAsExpected => Differences().Length == 0;

    /// <summary>Each step that came out otherwise, as a line.</summary>
    public ImmutableArray<string> Differences() =>
        [
            .. Case
                .Steps.Zip(Results)
                .Where(s => s.First.Expected != s.Second)
                .Select(s =>
                    $"{Case.Name}: line {s.First.Line}: {s.First}: expected `{s.First.Expected}`, found `{s.Second}`"
                ),
        ];
}
