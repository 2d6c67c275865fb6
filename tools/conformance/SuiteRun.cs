using RgPolicy.Conformance.Cases;
using RgPolicy.Conformance.Hosts;

namespace RgPolicy.Conformance;

/// <summary>Runs all cases on one host.</summary>
internal static class SuiteRun
{
    /// <summary>The results by case and step, in the list's order.</summary>
    public static ImmutableArray<CaseResult> Run(IConformanceHost host, ImmutableArray<ConformanceCase> cases) =>
        [.. cases.Select(one => new CaseResult(one, [.. new CaseRunner(host).Run(one)]))];
}
