using FsCheck;
using FsCheck.Fluent;

namespace RgPolicy.Plans.Tests.History;

public class PlanHistoryTests
{
    private const long Mebi = 1024 * 1024;
    private static readonly CacheSizes Llc = new(32 * Mebi, 2 * Mebi);

    [Fact]
    public void Empty_CorrectsNothing()
    {
        var profile = Profile(1000);

        Assert.Same(profile, PlanHistory.Empty.Correct(profile, Llc));
    }

    [Fact]
    public void Executions_OfFourTimesTheEstimate_DrawItTowardsFour()
    {
        var history = PlanHistory.Empty;
        var factors = new List<double>();
        for (var i = 0; i < 30; i++)
        {
            history = history.With(Estimate(1000), Actual(4000));
            factors.Add(history.WorkingSet.Factor);
        }

        Assert.Equal(2, factors[0], 6);
        Assert.Equal(Math.Pow(4, 0.747), factors[3], 2);
        Assert.Equal(factors.Order(), factors);
        Assert.InRange(factors[^1], 3, 4);
        Assert.Equal(Provenance.Inferred, history.Correct(Profile(1000), Llc).WorkingSetBytes.Provenance);
    }

    [Fact]
    public void OldExecutions_AreForgotten()
    {
        var history = PlanHistory.Empty;
        for (var i = 0; i < 20; i++)
            history = history.With(Estimate(1000), Actual(16_000));
        for (var i = 0; i < 20; i++)
            history = history.With(Estimate(1000), Actual(1000));

        Assert.InRange(history.WorkingSet.Factor, 0.99, 1.05);
    }

    [Fact]
    public void MeasuredFigures_AreNeverCorrected()
    {
        var history = PlanHistory.Empty.With(Estimate(1000), Actual(4000));
        var measured = Profile(4000) with { WorkingSetBytes = Actual(4000) };

        Assert.Same(measured, history.Correct(measured, Llc));
    }

    [Fact]
    public void EstimateThatHolds_StaysTheSameInstance()
    {
        var history = PlanHistory.Empty.With(Estimate(1000), Actual(1000));
        var profile = Profile(1000);

        Assert.Same(profile, history.Correct(profile, Llc));
    }

    [Fact]
    public void CorrectedFigure_IsNoBetterFoundedThanItsEstimate()
    {
        var history = PlanHistory.Empty.With(Estimate(1000), Actual(4000));
        var fallback = Profile(1000) with { WorkingSetBytes = new(1000, Provenance.Fallback) };

        Assert.Equal(new Figure(2000, Provenance.Fallback), history.Correct(fallback, Llc).WorkingSetBytes);
    }

    [Fact]
    public void CacheUse_FollowsTheCorrectedFigure()
    {
        var history = PlanHistory.Empty.With(Estimate(2 * Mebi), Actual(64 * Mebi));
        var estimate = Profile(2 * Mebi) with { CacheUse = CacheUse.Neutral };

        Assert.Equal(CacheUse.Sensitive, history.Correct(estimate, Llc).CacheUse);
    }

    [Fact]
    public void CacheUse_ThatIsSensitive_StaysSo()
    {
        var history = PlanHistory.Empty.With(Estimate(100 * Mebi), Actual(2048 * Mebi));
        var estimate = Profile(100 * Mebi) with { StreamedBytes = Estimate(1000 * Mebi) };

        Assert.Equal(CacheUse.Sensitive, history.Correct(estimate, Llc).CacheUse);
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

    private static Figure Estimate(decimal bytes) => new(bytes, Provenance.Estimate);

    private static Figure Actual(decimal bytes) => new(bytes, Provenance.Actual);

    private static PlanProfile Profile(decimal bytes) =>
        new()
        {
            Shape = PlanShape.Join,
            CacheUse = CacheUse.Sensitive,
            WorkingSetBytes = Estimate(bytes),
            StreamedBytes = Estimate(0),
        };
}
