using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Binding;

public sealed class SettingTests
{
    [Theory]
    [InlineData("cpu weight 200", SettingName.CpuWeight, 200, SignalType.Count)]
    [InlineData("cpu min 10%", SettingName.CpuMin, 10, SignalType.Percent)]
    [InlineData("cpu max 90%", SettingName.CpuMax, 90, SignalType.Percent)]
    [InlineData("cpu cap 80%", SettingName.CpuCap, 80, SignalType.Percent)]
    [InlineData("cpu time 2 min", SettingName.CpuTime, 120, SignalType.Duration)]
    [InlineData("memory bandwidth 40%", SettingName.MemoryBandwidth, 40, SignalType.Percent)]
    [InlineData("memory bandwidth 2 KB/s", SettingName.MemoryBandwidth, 2000, SignalType.BytesPerSecond)]
    [InlineData("memory min 5%", SettingName.MemoryMin, 5, SignalType.Percent)]
    [InlineData("memory max 50%", SettingName.MemoryMax, 50, SignalType.Percent)]
    [InlineData("grant 25%", SettingName.Grant, 25, SignalType.Percent)]
    [InlineData("grant 64 KiB", SettingName.Grant, 65_536, SignalType.Bytes)]
    [InlineData("grant wait 30 s", SettingName.GrantWait, 30, SignalType.Duration)]
    [InlineData("maxdop 0", SettingName.Maxdop, 0, SignalType.Count)]
    [InlineData("io read 1 MiB/s", SettingName.IoRead, 1_048_576, SignalType.BytesPerSecond)]
    [InlineData("io write 1 MB/s", SettingName.IoWrite, 1_000_000, SignalType.BytesPerSecond)]
    [InlineData("io reads 500/s", SettingName.IoReads, 500, SignalType.Number)]
    [InlineData("io min reads 50 /s", SettingName.IoMinReads, 50, SignalType.Number)]
    [InlineData("tempdb 10%", SettingName.Tempdb, 10, SignalType.Percent)]
    [InlineData("tempdb 1 KB", SettingName.Tempdb, 1000, SignalType.Bytes)]
    [InlineData("concurrency 6", SettingName.Concurrency, 6, SignalType.Count)]
    [InlineData("queue 2 min", SettingName.Queue, 120, SignalType.Duration)]
    public void Bind_Amount_HasItsUnit(string text, SettingName name, long amount, SignalType type)
    {
        var setting = Setting(text.Replace(" ", "   ", StringComparison.Ordinal));

        Assert.Equal((name, new AmountValue(amount, type), text), (setting.Name, setting.Value, setting.Text));
        Assert.False(setting.Required);
    }

    [Fact]
    public void Bind_Required_IsMarked() => Assert.True(Setting("require cpu weight 10").Required);

    [Theory]
    [InlineData("cache 60%", 60, null, null, false)]
    [InlineData("cache 4 ways", null, 4, null, false)]
    [InlineData("cache 10%, at least 2 ways", 10, null, 2, false)]
    [InlineData("cache 10%, at least 2 ways, exclusive", 10, null, 2, true)]
    [InlineData("cache 5 ways, exclusive", null, 5, null, true)]
    public void Bind_Cache_HasItsParts(string text, int? percent, int? ways, int? least, bool isExclusive)
    {
        var cache = Assert.IsType<CacheValue>(Setting(text).Value);

        Assert.Equal(percent is { } value ? (Rational)value : null, cache.Percent);
        Assert.Equal((ways, least, isExclusive), (cache.Ways, cache.AtLeastWays, cache.Exclusive));
    }

    [Theory]
    [InlineData("cores all", CoreSetKind.All, "", null)]
    [InlineData("cores 50%", CoreSetKind.Percent, "", null)]
    [InlineData("cores 4..7, 2, 6", CoreSetKind.List, "2 4 5 6 7", null)]
    [InlineData("cores 3", CoreSetKind.List, "3", null)]
    [InlineData("cores socket 0", CoreSetKind.Socket, "", 0)]
    [InlineData("cores numa 1", CoreSetKind.Numa, "", 1)]
    public void Bind_Cores_HasItsForm(string text, CoreSetKind kind, string cores, int? index)
    {
        var value = Assert.IsType<CoreSetValue>(Setting(text).Value);

        Assert.Equal((kind, index), (value.Kind, value.Index));
        Assert.Equal(cores, string.Join(' ', value.Cores));
        Assert.Equal(kind == CoreSetKind.Percent ? (Rational)50 : null, value.Percent);
    }

    [Fact]
    public void Bind_CoresLikeAPool_HaveItsValue()
    {
        var policy = Bind(
            "pool a { cores like b } pool b { cores like c } pool c { cores 1..3 } class x -> a when plan.writes"
        );

        Assert.Equal<int>([1, 2, 3], Assert.IsType<CoreSetValue>(policy.Pools[1].Settings[0].Value).Cores);
        Assert.Equal("cores like b", policy.Pools[1].Settings[0].Text);
    }

    [Theory]
    [InlineData(
        "pool a { cores like b } pool b { cores like a } pool c { cores like a }",
        "The cores of `b` are|The cores of `a` are|The cores of `a` are"
    )]
    [InlineData(
        "pool c { cores like a } pool d { cores like c } pool a { cores like b } pool b { cores like a }",
        "The cores of `a` are|The cores of `a` are|The cores of `b` are|The cores of `a` are"
    )]
    [InlineData(
        "pool a { cores like b } pool b { cores like p } pool c { cores like a }",
        "The pool `p` has no|The pool `p` has no|The pool `p` has no"
    )]
    [InlineData("pool a { cores like b } pool b { cores like c }", "There is no pool `c`")]
    public void Check_CoresLikePoolsWithoutCores_NamesThePool(string pools, string said)
    {
        var messages = CheckStatements(pools)
            .Diagnostics.Where(found => found.Code is "RG2001" or "RG2002" or "RG2004")
            .Select(found => found.Message)
            .ToList();

        Assert.Equal(said.Split('|').Length, messages.Count);
        Assert.All(
            said.Split('|').Zip(messages),
            pair => Assert.StartsWith(pair.First, pair.Second, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("{ cores 0..9999 }")]
    [InlineData("{ cores like p0 }")]
    public void Bind_ChainOfPoolsWithLikeCores_CostsByItsLength(string end)
    {
        var (half, whole) = (Allocated(1_000, end), Allocated(2_000, end));

        Assert.True(whole < 3 * half, $"{half} {whole}");
    }

    private static long Allocated(int pools, string end)
    {
        var text =
            "language 1\n"
            + string.Concat(
                Enumerable.Range(0, pools).Select(index => $"pool p{index} {{ cores like p{index + 1} }}\n")
            )
            + $"pool p{pools} {end}\ndefault -> p0\n";
        var before = GC.GetAllocatedBytesForCurrentThread();
        BindUnchecked(text);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    [Fact]
    public void Bind_CoresByName_TakeThePercentage() =>
        Assert.Equal(
            (Rational)25,
            Assert
                .IsType<CoreSetValue>(
                    Bind("let part = 25% pool q { cores part } class c -> q when plan.writes")
                        .Pools[1]
                        .Settings[0]
                        .Value
                )
                .Percent
        );

    [Theory]
    [InlineData("pool a { cores like b } pool b { cores like a }", "RG2004")]
    [InlineData("pool a { cores like a }", "RG2004")]
    [InlineData("pool a { cores like q }", "RG2001")]
    [InlineData("pool a { cores like p }", "RG2002")]
    [InlineData("pool a { cores 7..4 }", "RG2002")]
    [InlineData("pool a { cores 99999 }", "RG2002")]
    [InlineData("pool a { cores 4 MiB }", "RG2002")]
    [InlineData("pool a { cache 60 }", "RG2002")]
    [InlineData("pool a { cache 64 MiB }", "RG2002")]
    [InlineData("pool a { cache 1.5 ways }", "RG2002")]
    [InlineData("pool a { cache 10%, at least 2 }", "RG2002")]
    [InlineData("pool a { cpu weight 1.5 }", "RG2002")]
    [InlineData("pool a { cpu weight 50% }", "RG2002")]
    [InlineData("pool a { maxdop 4 cpu weight 2 maxdop 8 }", "RG2009")]
    [InlineData("pool a { io read 5 MiB }", "RG2002")]
    [InlineData("pool a { grant wait 5 }", "RG2002")]
    public void Check_SettingThatDoesNotFit_IsAnError(string pool, string code) =>
        Assert.Contains(CheckStatements(pool).Diagnostics, found => found.Code == code);

    [Fact]
    public void ToText_EverySetting_IsFoundAgain() =>
        Assert.All(SettingNames.All, name => Assert.Equal(name, SettingNames.Find(SettingNames.ToText(name))));
}
