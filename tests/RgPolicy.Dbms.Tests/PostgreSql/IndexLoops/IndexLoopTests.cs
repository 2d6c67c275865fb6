using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.IndexLoops;

/// <summary>How well the working sets of index loops are judged, held against what a real server reads.</summary>
public sealed class IndexLoopTests(ITestOutputHelper output)
{
    [Fact]
    public async Task WorkingSet_OfAFewLoops_IsWithinAFactorOfTwo() => await AssertCloseAsync(LoopSet.Few, 6, 0.8);

    [LoopFact]
    public async Task WorkingSet_OfTheKnownLoops_IsWithinAFactorOfTwo() =>
        await AssertCloseAsync(LoopSet.Known, 40, 0.9);

    [LoopFact]
    public async Task WorkingSet_OfTheHoldOutLoops_IsWithinAFactorOfTwo() =>
        await AssertCloseAsync(LoopSet.HoldOut, 40, 0.9);

    private async Task AssertCloseAsync(LoopSet set, int loops, double least)
    {
        await using var cluster = await LoopBench.StartAsync();
        var figures = await new LoopBench(cluster, set).RunAsync();
        var alone = figures.Count(each => LoopFigure.IsClose(each.Alone, each.Measured));
        var known = figures.Count(each => LoopFigure.IsClose(each.WithCatalog, each.Measured));
        var sized = figures.Count(each => LoopFigure.IsClose(each.WithSizes, each.Measured));
        output.WriteLine(
            $"{set.Name}: {figures.Count} loops, within a factor of 2: {known} with the catalog, {sized} with its sizes "
                + $"alone, {alone} without"
        );
        if (set != LoopSet.HoldOut)
            foreach (var each in figures.Where(each => !LoopFigure.IsClose(each.WithCatalog, each.Measured)))
                output.WriteLine(each.ToString());
        Assert.True(figures.Count >= loops, $"{figures.Count} loops");
        Assert.True(known >= least * figures.Count, $"{known} of {figures.Count}");
    }
}
