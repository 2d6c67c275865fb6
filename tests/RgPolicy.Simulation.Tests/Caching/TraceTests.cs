using RgPolicy.SimulationProof.Traces;

namespace RgPolicy.Simulation.Tests.Caching;

/// <summary>The model against the exact simulator; tools/simulation-proof/run draws 10,000.</summary>
public sealed class TraceTests
{
    private static readonly int Mixes = int.Parse(
        Environment.GetEnvironmentVariable("RGPOLICY_CASES") ?? "60",
        CultureInfo.InvariantCulture
    );

    [Fact]
    public void HitRatios_OfDrawnMixes_AreThoseOfTheTrace()
    {
        var tables = TraceProof.Compare(Mixes, 20_000, _ => { });

        Assert.All(tables.Take(2), table => Assert.True(table.Count > Mixes / 4, $"{table.Count} items were compared"));
        Assert.InRange(tables[0].Quantile(0.95), 0, 0.03);
        Assert.InRange(tables[1].Quantile(0.9), 0, 0.08);
    }

    [Fact]
    public void Read_LinesOfOneSet_KeepsTheLastUsed()
    {
        var cache = new TracedCache(1, 2, new LeastRecent(1, 2));

        Assert.Equal(
            [false, false, true, false, true, false],
            new ulong[] { 1, 2, 1, 3, 1, 2 }.Select(line => cache.Read(line, 3))
        );
    }

    [Fact]
    public void Read_MaskOfOthers_HitsEverywhereAndFillsOnlyTheMask()
    {
        var cache = new TracedCache(1, 4, new TreeRecent(1, 4));
        cache.Read(1, 0b1000);

        Assert.True(cache.Read(1, 0b0011));
        foreach (var line in new ulong[] { 2, 3, 4, 5, 6 })
            cache.Read(line, 0b0011);
        Assert.True(cache.Read(1, 0b0011));
        Assert.False(cache.Read(2, 0b0011));
    }
}
