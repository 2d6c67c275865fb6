using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Allot;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class QueryHintTests
{
    [Fact]
    public void Of_Pool_CarriesMaxdopAndAGrantInPercent()
    {
        Assert.Equal("OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 12)", Of(Amount(SettingName.Maxdop, 4, SignalType.Count), Amount(SettingName.Grant, 12, SignalType.Percent))?.Text);
        Assert.Equal("OPTION (MAXDOP 64)", Of(Amount(SettingName.Maxdop, 100, SignalType.Count))?.Text);
        Assert.Equal("OPTION (MAX_GRANT_PERCENT = 1)", Of(Amount(SettingName.Grant, 1, SignalType.Percent))?.Text);
        Assert.Null(Of(Amount(SettingName.Maxdop, 0, SignalType.Count), Amount(SettingName.Grant, 1024, SignalType.Bytes)));
    }

    [Theory]
    [InlineData(null, null, 8, true, "OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 50)")]
    [InlineData(null, null, 8, false, "OPTION (MAXDOP 4)")]
    [InlineData(null, null, 1, true, "OPTION (MAX_GRANT_PERCENT = 50)")]
    [InlineData(null, null, 1, false, null)]
    [InlineData(null, null, 3, false, "OPTION (MAXDOP 1)")]
    [InlineData(4, 25, 8, true, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 12.5)")]
    [InlineData(8, null, 4, false, "OPTION (MAXDOP 2)")]
    [InlineData(1, 10, 1, false, "OPTION (MAXDOP 1, MAX_GRANT_PERCENT = 10)")]
    public void Half_OfWhatAStatementHas_NamesOnlyWhatIsLess(int? maxdop, int? grant, int workers, bool hasGrant, string? expected)
    {
        var present = maxdop is null && grant is null ? null : new QueryHint(maxdop, grant);

        Assert.Equal(expected, QueryHint.Half(present, workers, hasGrant)?.Text);
    }

    [Fact]
    public void Half_Anything_IsNeverMoreThanBeforeAndAlwaysWithinBounds()
    {
        var cases =
            from maxdop in Gen.Choose(0, 64)
            from hundredths in Gen.Choose(0, 10_000)
            from workers in Gen.Choose(1, 128)
            from hasGrant in Gen.Elements(true, false)
            select (new QueryHint(maxdop == 0 ? null : maxdop, hundredths == 0 ? null : hundredths / 100m), workers, hasGrant);

        Prop.ForAll(cases.ToArbitrary(), each => CheckHalf(each.Item1, each.workers, each.hasGrant)).QuickCheckThrowOnFailure();
    }

    private static void CheckHalf(QueryHint present, int workers, bool hasGrant)
    {
        var half = QueryHint.Half(present, workers, hasGrant);

        Assert.InRange(half?.Maxdop ?? 1, 1, present.Maxdop ?? workers);
        Assert.True(present.Maxdop is null || half?.Maxdop <= present.Maxdop);
        Assert.InRange(half?.GrantPercent ?? 0.01m, 0.01m, present.GrantPercent ?? 100);
        Assert.True(present.GrantPercent is null || half?.GrantPercent <= present.GrantPercent);
        Assert.Equal(hasGrant || present.GrantPercent is not null, half?.GrantPercent is not null);
    }

    private static QueryHint? Of(params Setting[] settings) => QueryHint.Of(new Pool("p", 0, [.. settings], default));
}
