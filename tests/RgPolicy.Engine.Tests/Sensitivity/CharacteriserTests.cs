using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Engine.Tests.Sensitivity;

/// <summary>From runs to curves.</summary>
public sealed class CharacteriserTests
{
    private static readonly Sweep MaxDop = new(SweepLever.MaxDop, [new(1, "1"), new(2, "2"), new(4, "4")]);

    [Fact]
    public void Of_RunsOfTwoStatements_WeighsThemInTheWorkload()
    {
        var result = Characteriser.Of([MaxDop], Runs(5, 1), 1);

        Assert.Equal("all large small", string.Join(' ', result.Curves.Select(curve => curve.Statement ?? "all")));
        // One large of 8 s and three small of 1 s by one process: 4 statements in 11 s.
        Assert.Equal(4 / 11.0, result.Curves[0].Points[0].Median, 3);
        Assert.Equal(1 / 8.0, result.Curves[1].Points[0].Median, 3);
    }

    [Fact]
    public void Of_StatementThatIgnoresTheLever_IsInsensitiveAndTheOtherStillRises()
    {
        var result = Characteriser.Of([MaxDop], Runs(5, 1), 1);

        Assert.All(result.Curves, curve => Assert.Equal([0.9, 0.95], curve.Knees.Select(knee => knee.Share)));
        Assert.All(result.Curves[2].Knees, knee => Assert.Equal(KneeKind.Insensitive, knee.Kind));
        Assert.All(result.Curves[1].Knees, knee => Assert.Equal(KneeKind.StillRising, knee.Kind));
        Assert.True(result.Curves[1].ChangesPlan);
        Assert.False(result.Curves[2].ChangesPlan);
    }

    [Fact]
    public void Of_MachineThatBecomesSlower_TellsTheDrift()
    {
        var still = Characteriser.Of([MaxDop], Runs(5, 1), 1);
        var slower = Characteriser.Of([MaxDop], Runs(5, 1.02), 1);

        Assert.Equal(0, still.Drift!.Value, 6);
        Assert.InRange(slower.Drift!.Value, -0.5, -0.1);
    }

    [Fact]
    public void Of_NoRun_HasNoCurve()
    {
        var result = Characteriser.Of([MaxDop], [], 1);

        Assert.Empty(result.Curves);
        Assert.Null(result.Baseline);
        Assert.Null(result.Drift);
    }

    private static MeasuredRun[] Runs(int repeats, double growth) =>
        [
            .. SweepPlan
                .Of([MaxDop], repeats, 2)
                .Select(run =>
                {
                    var factor = Math.Pow(growth, run.Number);
                    var dop = run.Setting?.Value ?? 4;
                    return new MeasuredRun(
                        run,
                        [
                            new("large", 1, 8.0 / dop * factor, $"workers {dop - 1}"),
                            new("small", 3, 1 * factor, "serial"),
                        ]
                    );
                }),
        ];
}
