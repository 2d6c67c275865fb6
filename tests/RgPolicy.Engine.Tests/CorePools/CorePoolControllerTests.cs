using System.Collections.Frozen;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CorePools;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.CorePools;

/// <summary>The masks of CPUs follow what runs on them.</summary>
public sealed class CorePoolControllerTests
{
    private const ulong Wide = 0xfffff;
    private const int Group = 300;

    private const string Text = """
        language 1
        pool critical { cpu weight 1000 }
        pool medium { cpu weight 500 cache 20% }
        pool polluters { cpu weight 100 cache 10% }
        class scan -> polluters when plan.shape = scan
        class sort -> medium when plan.shape = sort
        default -> critical
        """;

    private static readonly DateTimeOffset Start = new(2026, 11, 22, 12, 0, 0, TimeSpan.Zero);
    private static readonly PolicyProgram Program = Compile(Text);
    private readonly CorePoolController _board = CorePoolController.For(
        Program,
        TargetProfile.Generic,
        new CorePoolOptions(),
        IsOwn
    )!;

    [Fact]
    public void Decide_OnlyScans_NarrowsAfterTheDwellAndWidensAtOnce()
    {
        Assert.Equal(Wide, MaskAt(0));
        Assert.Equal(Wide, MaskAt(0.1, Query("scan")));
        Assert.Equal(Wide, MaskAt(1.0, Query("scan")));
        var narrow = MaskAt(1.2, Query("scan"), Query("scan"));
        Assert.Equal(2, System.Numerics.BitOperations.PopCount(narrow));
        Assert.Equal(Wide, MaskAt(1.3, Query("scan"), Query("default")));
        Assert.Equal(Wide, MaskAt(1.4, Query("scan")));
        Assert.Equal(narrow, MaskAt(2.5, Query("scan")));
    }

    [Fact]
    public void Decide_SeveralClasses_GivesOneRunThatHoldsThemAll()
    {
        MaskAt(0, Query("scan"));
        var scan = MaskAt(2, Query("scan"));
        var both = MaskAt(2.1, Query("scan"), Query("sort"));

        Assert.Equal(scan, both & scan);
        var shifted = both >> System.Numerics.BitOperations.TrailingZeroCount(both);
        Assert.Equal(0UL, shifted & (shifted + 1));
        Assert.InRange(System.Numerics.BitOperations.PopCount(both), 4, 19);
    }

    [Fact]
    public void Decide_NothingRuns_LeavesTheMasksAsTheyAre()
    {
        MaskAt(0, Query("scan"));
        var narrow = MaskAt(2, Query("scan"));

        Assert.Equal(narrow, MaskAt(3));
        Assert.Equal(narrow, MaskAt(100));
    }

    [Theory]
    [InlineData(true, false, null, 0.0, "not known for good")]
    [InlineData(false, true, null, 0.0, "sysadmin")]
    [InlineData(false, false, "a backup", 0.0, "a backup is never governed")]
    [InlineData(false, false, null, 11.0, "faster than they can be seen")]
    public void Decide_WhatMayNotBeNarrowed_KeepsThePoolWide(
        bool isProvisional,
        bool isSuperuser,
        string? exemption,
        double ended,
        string said
    )
    {
        var other = Query("scan", isProvisional, isSuperuser, exemption);
        Decide(0, ended, Query("scan"), other);

        var pool = Assert.Single(Decide(5, ended, Query("scan"), other));

        Assert.True(pool.IsWide);
        Assert.Contains(said, pool.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Decide_QueriesOfOtherPools_DoNotCount()
    {
        MaskAt(0, Query("scan"), Query("default") with { Query = Query("default").Query with { Group = 2 } });

        Assert.Equal(
            2,
            System.Numerics.BitOperations.PopCount(
                MaskAt(2, Query("scan"), Query("default") with { Query = Query("default").Query with { Group = 2 } })
            )
        );
    }

    [Fact]
    public void Decide_CpusThatAreNotApart_NarrowsNothing() =>
        Assert.Empty(_board.Decide(Resources(0) with { CoreProblem = "AUTO" }, [Query("scan")], Start));

    [Fact]
    public void Decide_PoolsThatAreNotOurs_AreLeftAlone()
    {
        var resources = Resources(0);
        var foreign = resources with { Pools = [.. resources.Pools.Select(pool => pool with { Name = "etl" })] };

        Assert.Empty(_board.Decide(foreign, [Query("scan")], Start));
    }

    [Fact]
    public void Decide_MorePoolsThanClasses_TakesAsManyAsThereAre()
    {
        var board = CorePoolController.For(
            Program,
            TargetProfile.Generic with
            {
                ClassesOfService = 3,
            },
            new CorePoolOptions(),
            IsOwn
        )!;
        ServerResources many = new(
            [
                .. Enumerable
                    .Range(0, 5)
                    .Select(each => new ResourcePoolFacts(256 + each, $"rgp_{each}") { Cpus = [each] }),
            ],
            [],
            FrozenDictionary<int, RequestResources>.Empty
        );

        Assert.Equal([1, 2], board.Decide(many, [], Start).Select(pool => pool.Number));
    }

    [Theory]
    [InlineData("pool only { cpu weight 10 } default -> only", 20, 16)]
    [InlineData("pool a { cpu weight 10 cache 10% } default -> a", 0, 16)]
    [InlineData("pool a { cpu weight 10 cache 10% } default -> a", 20, 1)]
    public void For_NothingToNarrowOrNoProcessor_IsNull(string pools, int ways, int classes) =>
        Assert.Null(
            CorePoolController.For(
                Compile("language 1\n" + pools.Replace("} ", "}\n", StringComparison.Ordinal)),
                TargetProfile.Generic with
                {
                    LlcWays = ways,
                    ClassesOfService = classes,
                },
                new CorePoolOptions(),
                IsOwn
            )
        );

    private static bool IsOwn(string pool) => pool.StartsWith("rgp_", StringComparison.Ordinal);

    private ulong MaskAt(double seconds, params GovernedQuery[] queries) =>
        Assert.Single(Decide(seconds, 0, queries)).Masks[0].Mask;

    private ImmutableArray<CorePool> Decide(double seconds, double ended, params GovernedQuery[] queries) =>
        _board.Decide(Resources(ended), queries, Start.AddSeconds(seconds));

    private static ServerResources Resources(double ended) =>
        new(
            [new(2, "default") { Cpus = [0, 1] }, new(256, "rgp_heavy") { Cpus = [2, 3] }],
            [new(2, "default", 2), new(Group, "rgp_heavy", 256) { EndedPerSecond = ended }],
            FrozenDictionary<int, RequestResources>.Empty
        );

    private static GovernedQuery Query(
        string name,
        bool isProvisional = false,
        bool isSuperuser = false,
        string? exemption = null
    )
    {
        var index = Program.Policy.Classes.Select((item, at) => (item.Name, at)).First(item => item.Name == name).at;
        return new GovernedQuery(
            new ObservedQuery
            {
                ProcessId = 60,
                Started = Start,
                Group = Group,
                Session = new SessionFacts("shop", "app", "host", "db", isSuperuser),
                Exemption = exemption,
            },
            Decision(index, isProvisional),
            0,
            ""
        );
    }

    private static ClassDecision Decision(int index, bool isProvisional) => new(index, isProvisional, 0);

    private static PolicyProgram Compile(string text)
    {
        var target = TargetProfile.Generic with { DbmsKind = "sqlserver", DbmsVersion = [16] };
        var check = PolicyReader.Check(text, "test.rgp", target);
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));
        return PolicyProgram.Compile(check.Policy!, target);
    }
}
