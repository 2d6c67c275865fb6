using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios.Suggested;

/// <summary>A mix that a policy is suggested for and then judged by.</summary>
/// <param name="Name">Its name in the report.</param>
/// <param name="Mix">The loads.</param>
/// <param name="Tables">What the analysts read.</param>
/// <param name="Length">How much of it each of their queries reads.</param>
internal sealed record SuggestedMix(string Name, Mix Mix, AnalyticTables Tables, double Length)
{
    // More than this waits for slow disks alone.
    private const int WritingRate = 100;

    /// <summary>Other shapes, other tables, and one login for all: no name tells who is who.</summary>
    public static IReadOnlyList<SuggestedMix> All(int? rate) =>
        [
            new("lookups beside long reports", PairScenarios.Beside(rate ?? PairScenarios.TailRate), default, 1),
            new(
                "writes beside reports on their own tables",
                PairScenarios.Beside(rate ?? WritingRate) with
                {
                    Writes = true,
                },
                AnalyticTables.Accounts,
                1
            ),
            new(
                "lookups, reports and a load, one login for the first two",
                PairScenarios.Beside(rate ?? PairScenarios.TailRate) with
                {
                    AnalyticClients = 2,
                    AnalyticRole = BenchRoles.Oltp,
                    CopyClients = 2,
                },
                default,
                0.5
            ),
        ];
}
