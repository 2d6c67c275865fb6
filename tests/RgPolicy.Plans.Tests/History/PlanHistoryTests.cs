using FsCheck;
using FsCheck.Fluent;

namespace RgPolicy.Plans.Tests.History;

public class PlanHistoryTests
{
    private const long Llc = 32L * 1024 * 1024;

    [Fact]
    public void Empty_CorrectsNothing()
    {
        var profile = Estimated(1000, 5000);

        Assert.Equal(profile, PlanHistory.Empty.Correct(profile, Llc));
    }

    [Fact]
    public void Executions_OfFourTimesTheEstimate_DrawItTowardsFour()
    {
        var history = PlanHistory.Empty;
        var factors = new List<double>();
        for (var i = 0; i < 30; i++)
        {
            history = history.With(Estimated(1000, 5000), Measured(4000, 20_000));
            factors.Add(history.WorkingSet.Factor);
        }

        Assert.Equal(2, factors[0], 6);
        Assert.Equal(factors.Order(), factors);
        Assert.InRange(factors[^1], 3, 4);
        Assert.Equal(Provenance.Inferred, history.Correct(Estimated(1000, 5000), Llc).WorkingSetBytes.Provenance);
    }

    [Fact]
    public void OldExecutions_AreForgotten()
    {
        var history = PlanHistory.Empty;
        for (var i = 0; i < 20; i++)
            history = history.With(Estimated(1000, 5000), Measured(16_000, 5000));
        for (var i = 0; i < 20; i++)
            history = history.With(Estimated(1000, 5000), Measured(1000, 5000));

        Assert.InRange(history.WorkingSet.Factor, 0.99, 1.05);
    }

    [Fact]
    public void MeasuredFigures_AreNeverCorrected()
    {
        var history = PlanHistory.Empty.With(Estimated(1000, 5000), Measured(4000, 20_000));
        var measured = Measured(4000, 20_000);

        Assert.Equal(measured.WorkingSetBytes, history.Correct(measured, Llc).WorkingSetBytes);
    }

    [Fact]
    public void CacheUse_FollowsTheCorrectedFigures()
    {
        var history = PlanHistory.Empty;
        var estimate = Estimated(1000, 1000, streamed: 60_000_000);
        for (var i = 0; i < 5; i++)
            history = history.With(estimate, Measured(1000, 1000, streamed: 600_000_000));

        Assert.Equal(CacheUse.Neutral, estimate.CacheUse);
        Assert.Equal(CacheUse.Polluting, history.Correct(estimate, Llc).CacheUse);
    }

    [Fact]
    public void Factor_StaysBetween16thAnd16_WhateverWasSeen() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<(uint Estimate, uint Actual)[]>(),
                executions =>
                {
                    var ratio = default(FigureRatio);
                    foreach (var (estimate, actual) in executions)
                        ratio = ratio.With(new(estimate, Provenance.Estimate), new(actual, Provenance.Actual));
                    return ratio is { Factor: >= 1 / 16.0 and <= 16, Weight: >= 0 and <= 5 };
                }
            )
            .QuickCheckThrowOnFailure();

    private static PlanProfile Estimated(decimal set, decimal rows, decimal streamed = 0) =>
        Profile(set, rows, streamed, Provenance.Estimate);

    private static PlanProfile Measured(decimal set, decimal rows, decimal streamed = 0) =>
        Profile(set, rows, streamed, Provenance.Actual);

    private static PlanProfile Profile(decimal set, decimal rows, decimal streamed, Provenance provenance) =>
        new()
        {
            Shape = PlanShape.Scan,
            CacheUse = CacheUse.Neutral,
            WorkingSetBytes = new(set, provenance),
            RowsTouched = new(rows, provenance),
            StreamedBytes = new(streamed, provenance),
            RandomAccesses = new(0, provenance),
        };
}
