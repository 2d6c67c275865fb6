using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Allot;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class QueryLimitsTests
{
    [Fact]
    public void Of_Pool_CarriesMaxdopAndAGrantInPercent()
    {
        Assert.Equal(
            new QueryLimits(4, 12),
            Of(Amount(SettingName.Maxdop, 4, SignalType.Count), Amount(SettingName.Grant, 12, SignalType.Percent))
        );
        Assert.Equal(new QueryLimits(64, null), Of(Amount(SettingName.Maxdop, 100, SignalType.Count)));
        Assert.Equal(new QueryLimits(null, 1), Of(Amount(SettingName.Grant, 1, SignalType.Percent)));
        Assert.Null(
            Of(Amount(SettingName.Maxdop, 0, SignalType.Count), Amount(SettingName.Grant, 1024, SignalType.Bytes))
        );
    }

    [Theory]
    [InlineData(10, 25, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 40)")]
    [InlineData(10, 100, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 10)")]
    [InlineData(10, 30, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 33.33)")]
    [InlineData(25, 25, "OPTION (MAXDOP 2)")]
    [InlineData(50, 25, "OPTION (MAXDOP 2)")]
    public void AsHint_ShareOfThePool_CountsFromWhatTheGroupLetsAQueryHave(int grant, int ofGroup, string expected) =>
        Assert.Equal(expected, new QueryLimits(2, grant).AsHint(ofGroup)?.Text);

    [Fact]
    public void AsHint_GrantThatTheGroupKeepsAnyway_IsNone() => Assert.Null(new QueryLimits(null, 25).AsHint(20));

    [Fact]
    public void AsHint_Anything_NeverGivesMoreOfThePoolThanTheLimitAndLosesAtMostARounding()
    {
        var cases =
            from wanted in Gen.Choose(1, 10_000)
            from ofGroup in Gen.Choose(1, 10_000)
            select (wanted / 100m, ofGroup / 100m);

        Prop.ForAll(
                cases.ToArbitrary(),
                each =>
                {
                    var (wanted, ofGroup) = each;
                    var given = ofGroup * (new QueryLimits(null, wanted).AsHint(ofGroup)?.GrantPercent ?? 100) / 100;
                    return given <= Math.Max(wanted, ofGroup / 10_000)
                        && given >= Math.Min(wanted, ofGroup) - (ofGroup / 10_000);
                }
            )
            .QuickCheckThrowOnFailure();
    }

    private static QueryLimits? Of(params Setting[] settings) =>
        QueryLimits.Of(new Pool("p", 0, [.. settings], default));
}
