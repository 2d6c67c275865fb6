using System.Collections.Frozen;
using RgPolicy.Documents.Status;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Tests.Status.Mapping;

public sealed class InForceTests
{
    private static readonly PoolOutcome Everything = new(1, 0.1, "cgroup v2 cpu.weight=10", "L3:0=3 MB:0=10", [])
    {
        ReadLimit = "read_bps_device=8:0 1048576",
    };

    private static readonly PoolOutcome Nothing = new(1, null, null, null, ["cores: none is online"]);

    public static TheoryData<string, string> SettingsAndLosses =>
        new()
        {
            { "cpu weight", "cpu" },
            { "cpu cap", "cpu" },
            { "cpu weight", "taken off" },
            { "cpu cap", "taken off" },
            { "cache", "cache" },
            { "memory bandwidth", "bandwidth" },
            { "io read", "reads" },
            { "io reads", "reads" },
            { "cores", "cores" },
        };

    [Theory]
    [MemberData(nameof(SettingsAndLosses))]
    public void Settings_OfAPoolThatThrottles_AreInForceWhereTheirLeverWasReadBack(string name, string lost)
    {
        Assert.Equal("10 %", Of(name, Everything));
        Assert.Null(Of(name, Without(lost)));
        Assert.Null(Of(name, Nothing));
        Assert.Null(Of(name, null));
    }

    [Fact]
    public void Settings_ThatNoLoopCarriesOut_AreNeverInForce() =>
        Assert.Null(Of("cpu weight", Everything, effect: "new_requests"));

    [Fact]
    public void Settings_OfAPoolThatTakesNothing_AreInForce() =>
        Assert.Equal("10 %", Of("cpu weight", null, throttles: false));

    [Fact]
    public void Applied_SettingThatTheServerShows_IsInForceForTheGroup()
    {
        var shown = new ServerResources(
            [new ResourcePoolFacts(256, "rgp_a") { Limits = Limit("cpu cap", "CAP_CPU_PERCENT 40") }],
            [new WorkloadGroupFacts(257, "rgp_a", 256) { Limits = Limit("maxdop", "MAX_DOP 2") }],
            FrozenDictionary<int, RequestResources>.Empty
        );
        SettingStatus[] settings =
        [
            new("cpu cap", "cpu cap 40%", null, "none", ""),
            new("maxdop", "maxdop 4", "MAXDOP 4", "next_execution", ""),
            new("concurrency", "concurrency 3", null, "none", ""),
        ];

        Assert.Equal(
            ["CAP_CPU_PERCENT 40 of rgp_a", "MAX_DOP 2 of rgp_a", null],
            InForce.Applied(settings, "rgp_a", shown).Select(each => each.InForce),
            StringComparer.Ordinal
        );
        Assert.All(InForce.Applied(settings, "rgp_b", shown), each => Assert.Null(each.InForce));
    }

    private static ImmutableDictionary<string, string> Limit(string setting, string shown) =>
        ImmutableDictionary.Create<string, string>(StringComparer.Ordinal).Add(setting, shown);

    private static PoolOutcome Without(string lever) =>
        lever switch
        {
            "cpu" => Everything with { CpuLever = null },
            "taken off" => Everything with { IsRelaxed = true },
            "cache" => Everything with { CacheMask = null },
            "bandwidth" => Everything with { CacheMask = "L3:0=3" },
            "reads" => Everything with { ReadLimit = null },
            _ => Everything with { Problems = ["cores: none is online"] },
        };

    private static string? Of(string name, PoolOutcome? outcome, string effect = "running", bool throttles = true) =>
        InForce.IsInForce(name, effect, throttles, outcome) ? "10 %" : null;
}
