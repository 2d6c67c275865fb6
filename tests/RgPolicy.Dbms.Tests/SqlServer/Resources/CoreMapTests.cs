using RgPolicy.Dbms.SqlServer.Resources;

namespace RgPolicy.Dbms.Tests.SqlServer.Resources;

/// <summary>CPUs are a pool's own only where nothing else runs on them.</summary>
public sealed class CoreMapTests
{
    private static readonly Dictionary<int, string> Pools = new()
    {
        [1] = "internal",
        [2] = "default",
        [256] = "rgp_a",
        [257] = "rgp_b",
    };
    private static readonly Dictionary<int, ImmutableArray<int>> Apart = new()
    {
        [2] = [0, 1],
        [256] = [2],
        [257] = [3],
    };

    [Fact]
    public void Of_EveryPoolApart_GivesEachItsCpus()
    {
        // Numbers of schedulers and CPUs need not be the same.
        var map = Map([
            .. Enumerable.Range(0, 4).Select(each => new SchedulerRow(each, 7 - each, "VISIBLE ONLINE")),
            new SchedulerRow(4, 0, "VISIBLE OFFLINE"),
        ]);

        Assert.Null(map.Problem);
        Assert.Equal("6 7", string.Join(' ', map.Pools[2]));
        Assert.Equal("5", string.Join(' ', map.Pools[256]));
        Assert.Equal(4, map.Cpus[3]);
    }

    [Theory]
    [InlineData(true, false, "PROCESS AFFINITY CPU = 0 TO 3")]
    [InlineData(false, true, "-T8002")]
    public void Of_SchedulersThatDoNotKeepToTheirCpus_SaysWhatToDo(bool isAutomatic, bool hasFlag, string said) =>
        Assert.Contains(
            said,
            Map(Schedulers(), isAutomatic: isAutomatic, hasFlag: hasFlag).Problem,
            StringComparison.Ordinal
        );

    [Fact]
    public void Of_PoolThatRunsEverywhere_NamesTheStatement()
    {
        var map = Map(Schedulers(), new() { [256] = [2], [257] = [3] });

        Assert.Contains(
            "ALTER RESOURCE POOL [default] WITH (AFFINITY SCHEDULER = (0, 1))",
            map.Problem,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Of_NoPoolWithSchedulers_SaysSo() =>
        Assert.Contains("`cores`", Map(Schedulers(), []).Problem, StringComparison.Ordinal);

    [Fact]
    public void Of_PoolsThatShareASchedulerOrCpus_AreNamed()
    {
        Assert.Contains(
            "default and rgp_b share",
            Map(
                Schedulers(),
                new()
                {
                    [2] = [0, 3],
                    [256] = [2],
                    [257] = [3],
                }
            ).Problem,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "share a CPU",
            Map([new(0, 1, "VISIBLE ONLINE"), new(1, 1, "VISIBLE ONLINE")]).Problem,
            StringComparison.Ordinal
        );
        Assert.Contains("added", Map([.. Schedulers(), new(9, 9, "HOT_ADDED")]).Problem, StringComparison.Ordinal);
    }

    private static ImmutableArray<SchedulerRow> Schedulers() =>
        [.. Enumerable.Range(0, 4).Select(each => new SchedulerRow(each, each, "VISIBLE ONLINE"))];

    private static CoreMap Map(
        ImmutableArray<SchedulerRow> schedulers,
        Dictionary<int, ImmutableArray<int>>? affinity = null,
        bool isAutomatic = false,
        bool hasFlag = false
    ) => CoreMap.Of(schedulers, affinity ?? Apart, Pools, isAutomatic, hasFlag);
}
