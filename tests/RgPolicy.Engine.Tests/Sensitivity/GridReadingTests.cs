using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Engine.Tests.Sensitivity;

/// <summary>Two levers together: where enough begins, and whether they depend on each other.</summary>
public sealed class GridReadingTests
{
    private static readonly SweepGrid Grid = new(
        new Sweep(SweepLever.MaxDop, [new(1, "1"), new(2, "2"), new(4, "4")]),
        new Sweep(SweepLever.Grant, [new(1, "1"), new(8, "8"), new(64, "64")])
    );

    [Fact]
    public void Of_LeversThatDoNotDependOnEachOther_AreNotSaidTo()
    {
        var found = 0;
        for (var seed = 0; seed < 40; seed++)
        {
            var surface = Surface(seed, (dop, grant) => 8.0 / dop * (grant >= 8 ? 1 : 3));
            found += surface.Interaction!.Interacts ? 1 : 0;
            Assert.InRange(surface.Interaction.Both, 10, 14);
        }

        Assert.InRange(found, 0, 5);
    }

    [Fact]
    public void Of_MemoryThatEachProcessNeeds_IsAnInteraction()
    {
        for (var seed = 0; seed < 20; seed++)
        {
            // More processes help only where each has its memory.
            var surface = Surface(seed, (dop, grant) => grant >= 8 ? 8.0 / dop : 24);

            Assert.True(surface.Interaction!.Interacts);
            Assert.InRange(surface.Interaction.First, 0.9, 1.1);
            Assert.InRange(surface.Interaction.Second, 2.7, 3.3);
        }
    }

    [Fact]
    public void Of_PlantedKnee_IsTheSmallestProductThatIsEnough()
    {
        var surface = Surface(3, (dop, grant) => 8.0 / Math.Min(dop, 2) * (grant >= 8 ? 1 : 3));

        Assert.Equal(9, surface.Points.Length);
        var knee = surface.Knees[^1];
        Assert.Equal((0.95, KneeKind.Found, 1, 1), (knee.Share, knee.Kind, knee.Pair.Column, knee.Pair.Row));
    }

    [Fact]
    public void Of_FlatSurface_HasNoKnee() =>
        Assert.Equal(KneeKind.Insensitive, Surface(3, (_, _) => 1).Knees[^1].Kind);

    [Fact]
    public void Of_MissingPairs_HasWhatIsThereAndNoKnee()
    {
        var runs = Runs(1, (_, _) => 1).Where(run => run.Run.ValueOf(SweepLever.MaxDop) != 4).ToArray();

        var surface = Characteriser.Of([], runs, 1, Grid).Surfaces[0];

        Assert.Equal(6, surface.Points.Length);
        Assert.Empty(surface.Knees);
        Assert.Null(surface.Interaction);
    }

    [Fact]
    public void Of_GridBesideASweep_KeepsTheirRunsApart()
    {
        var sweep = new Sweep(SweepLever.MaxDop, Grid.First.Settings);
        var plan = SweepPlan.Of([sweep], 5, 1, Grid);
        var runs = plan.Select(run => Measured(run, run.With is null ? 1 : 2)).ToArray();

        var result = Characteriser.Of([sweep], runs, 1, Grid);

        Assert.All(result.Curves[0].Points, point => Assert.Equal((5, 1.0), (point.Runs, point.Median)));
        Assert.All(result.Surfaces[0].Points, point => Assert.Equal((5, 0.5), (point.Runs, point.Median)));
    }

    private static GridSurface Surface(int seed, Func<long, long, double> seconds) =>
        Characteriser.Of([], Runs(seed, seconds), seed, Grid).Surfaces.Single(each => each.Statement == "s");

    private static MeasuredRun[] Runs(int seed, Func<long, long, double> seconds)
    {
        var random = new Random(seed);
        return
        [
            .. SweepPlan
                .Of([], 5, seed, Grid)
                .Select(run =>
                    Measured(
                        run,
                        seconds(run.ValueOf(SweepLever.MaxDop) ?? 4, run.ValueOf(SweepLever.Grant) ?? 64)
                            * (1 + (0.03 * (random.NextDouble() - 0.5)))
                    )
                ),
        ];
    }

    private static MeasuredRun Measured(PlannedRun run, double seconds) => new(run, [new("s", 1, seconds, "p")]);
}
