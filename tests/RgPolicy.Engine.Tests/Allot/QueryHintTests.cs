using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class QueryHintTests
{
    [Theory]
    [InlineData(null, null, 8, 100.0, "OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 50)")]
    [InlineData(null, null, 8, 40.0, "OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 20)")]
    [InlineData(null, null, 8, 0.01, "OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 0.01)")]
    [InlineData(4, 25, 8, 10.0, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 5)")]
    [InlineData(null, null, 8, null, "OPTION (MAXDOP 4)")]
    [InlineData(null, null, 1, 100.0, "OPTION (MAX_GRANT_PERCENT = 50)")]
    [InlineData(null, null, 1, null, null)]
    [InlineData(null, null, 3, null, "OPTION (MAXDOP 1)")]
    [InlineData(4, 25, 8, 100.0, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 12.5)")]
    [InlineData(8, null, 4, null, "OPTION (MAXDOP 2)")]
    [InlineData(1, 10, 1, null, "OPTION (MAXDOP 1, MAX_GRANT_PERCENT = 10)")]
    public void Half_OfWhatAStatementHas_NamesOnlyWhatIsLess(
        int? maxdop,
        int? grant,
        int workers,
        double? granted,
        string? expected
    )
    {
        var present = maxdop is null && grant is null ? null : new QueryHint(maxdop, grant);

        Assert.Equal(expected, QueryHint.Half(present, workers, (decimal?)granted)?.Text);
    }

    [Fact]
    public void Half_Anything_IsNeverMoreThanBeforeAndAlwaysWithinBounds()
    {
        var cases =
            from maxdop in Gen.Choose(0, 64)
            from hundredths in Gen.Choose(0, 10_000)
            from workers in Gen.Choose(1, 128)
            from granted in Gen.Choose(0, 10_000)
            select (
                new QueryHint(maxdop == 0 ? null : maxdop, hundredths == 0 ? null : hundredths / 100m),
                workers,
                granted == 0 ? (decimal?)null : granted / 100m
            );

        Prop.ForAll(cases.ToArbitrary(), each => CheckHalf(each.Item1, each.workers, each.Item3))
            .QuickCheckThrowOnFailure();
    }

    private static void CheckHalf(QueryHint present, int workers, decimal? granted)
    {
        var half = QueryHint.Half(present, workers, granted);

        Assert.InRange(half?.Maxdop ?? 1, 1, present.Maxdop ?? workers);
        Assert.True(present.Maxdop is null || half?.Maxdop <= present.Maxdop);
        Assert.InRange(half?.GrantPercent ?? 0.01m, 0.01m, present.GrantPercent ?? 100);
        Assert.True(present.GrantPercent is null || half?.GrantPercent <= present.GrantPercent);
        Assert.True(granted is null || half?.GrantPercent <= Math.Max(0.01m, granted.Value / 2));
        Assert.Equal(granted is not null || present.GrantPercent is not null, half?.GrantPercent is not null);
    }
}
