using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Engine.Tests.Sensitivity;

/// <summary>The order of runs.</summary>
public sealed class SweepPlanTests
{
    private static readonly Sweep[] Sweeps =
    [
        new(SweepLever.MaxDop, [new(1, "1"), new(2, "2"), new(4, "4")]),
        new(SweepLever.Grant, [new(1024, "1 kB"), new(2048, "2 kB"), new(4096, "4 kB"), new(8192, "8 kB")]),
    ];

    [Fact]
    public void Of_AnySeed_HasEachCellOncePerRepeat()
    {
        var runs = SweepPlan.Of([.. Sweeps], 5, 3);

        Assert.Equal(Enumerable.Range(0, runs.Length), runs.Select(run => run.Number));
        var cells = runs.Where(run => !run.IsBaseline).GroupBy(run => (run.Lever, run.Setting!.Value)).ToArray();
        Assert.Equal(7, cells.Length);
        Assert.All(cells, cell => Assert.Equal([0, 1, 2, 3, 4], cell.Select(run => run.Repeat)));
    }

    [Fact]
    public void Of_AnySeed_HasBaselinesAtBothEndsAndAtMostSixCellsBetween()
    {
        var runs = SweepPlan.Of([.. Sweeps], 5, 3);

        Assert.True(runs[0].IsBaseline && runs[^1].IsBaseline);
        var between = 0;
        foreach (var run in runs)
        {
            between = run.IsBaseline ? 0 : between + 1;
            Assert.InRange(between, 0, SweepPlan.CellsPerBaseline);
        }
    }

    [Fact]
    public void Of_SameSeed_IsTheSameAndAnotherIsNot()
    {
        PlannedRun[] runs = [.. SweepPlan.Of([.. Sweeps], 3, 3)];

        Assert.Equal(runs, SweepPlan.Of([.. Sweeps], 3, 3).ToArray());
        Assert.NotEqual(runs, SweepPlan.Of([.. Sweeps], 3, 4).ToArray());
    }
}
