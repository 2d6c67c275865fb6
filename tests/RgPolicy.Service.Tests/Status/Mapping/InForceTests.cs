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
            { "cache", "cache" },
            { "memory bandwidth", "bandwidth" },
            { "io read", "reads" },
            { "io reads", "reads" },
            { "cores", "cores" },
        };

    [Theory]
    [MemberData(nameof(SettingsAndLosses))]
    public void Settings_OfAPoolThatNarrows_AreInForceWhereTheirLeverWasReadBack(string name, string lost)
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
        Assert.Equal("10 %", Of("cpu weight", null, narrows: false));

    private static PoolOutcome Without(string lever) =>
        lever switch
        {
            "cpu" => Everything with { CpuLever = null },
            "cache" => Everything with { CacheMask = null },
            "bandwidth" => Everything with { CacheMask = "L3:0=3" },
            "reads" => Everything with { ReadLimit = null },
            _ => Everything with { Problems = ["cores: none is online"] },
        };

    private static string? Of(string name, PoolOutcome? outcome, string effect = "running", bool narrows = true) =>
        InForce.IsInForce(name, effect, narrows, outcome) ? "10 %" : null;
}
