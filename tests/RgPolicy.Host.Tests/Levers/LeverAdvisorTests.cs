using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Tests.Levers;

public sealed class LeverAdvisorTests
{
    private static readonly HashSet<string> InUse = new(StringComparer.Ordinal) { "cpu_cgroup", "nice" };

    private static readonly ResctrlFacts Resctrl = new()
    {
        CacheResources = ["L3"],
        FullMask = 0x7ff,
        LeastBits = 1,
        ShareableBits = 0x600,
        ClosIds = 8,
        LeastBandwidthPercent = 10,
        BandwidthStep = 10,
    };

    private static readonly ServerProcess Server = new()
    {
        ProcessId = 50,
        StartTime = 1,
        UserId = 110,
        Hierarchy = new CgroupHierarchy(1, "/", "/sys/fs/cgroup/cpu"),
        HasCpuController = true,
        ChildrenAreSessions = true,
        Storage = new StorageFacts("sda", "bfq") { Number = "8:0", FileSystem = "ext4" },
        ReadHierarchy = new CgroupHierarchy(1, "/db", "/sys/fs/cgroup/blkio/db"),
    };

    private static readonly HostFacts Full = new()
    {
        KernelRelease = "6.18",
        IsRoot = true,
        Topology = new Topology([0, 1], []),
        Resctrl = Resctrl,
        KnowsResctrl = true,
        Autogroup = true,
        Pressure = default,
        CgroupVersion = 1,
        LimitsReads = true,
        Server = Server,
    };

    [Fact]
    public void Advise_FullHost_EveryLeverIsAvailableAndNiceIsInert()
    {
        var reports = Advise(Full);

        Assert.Equal(
            "cpu_cgroup affinity io_priority read_limit cache memory_bandwidth nice",
            string.Join(' ', reports.Select(r => r.Lever))
        );
        Assert.All(reports.SkipLast(1), r => Assert.Equal("available", r.State));
        Assert.Equal("inert", reports[^1].State);
        Assert.Contains("autogroup", reports[^1].Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Advise_InUse_IsUsedAndNothingElseIs()
    {
        var reports = LeverAdvisor.Advise(Full, InUse);

        Assert.Equal("used", Only(reports, "cpu_cgroup").State);
        Assert.Equal("available", Only(reports, "cache").State);
        Assert.Equal("inert", Only(reports, "nice").State);
    }

    [Fact]
    public void Advise_LimitOfReads_NeedsVersion1ADiskAndAGroup()
    {
        Assert.Contains("8:0", Read(Full).Reason, StringComparison.Ordinal);
        AssertMissing("cgroup v2", Full with { LimitsReads = false, CgroupVersion = 2 });
        AssertMissing("blkio", Full with { LimitsReads = false });
        AssertMissing("main process", Full with { Server = null });
        AssertMissing("not visible", Full with { Server = Server with { ReadHierarchy = null } });
        AssertMissing(
            "tmpfs",
            Full with
            {
                Server = Server with { Storage = new StorageFacts(null, null) { FileSystem = "tmpfs" } },
            }
        );
        AssertMissing("handed over", Full with { IsRoot = false, IsServersUser = true });
        Assert.Equal("available", Read(Full with { IsRoot = false, HasReadGroups = true }).State);

        static LeverReport Read(HostFacts facts) => Only(Advise(facts), "read_limit");

        static void AssertMissing(string reason, HostFacts facts)
        {
            Assert.Equal("missing", Read(facts).State);
            Assert.Contains(reason, Read(facts).Reason, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("mq-deadline", "inert", "class only")]
    [InlineData("none", "inert", "ignores")]
    [InlineData("kyber", "inert", "ignores")]
    [InlineData("bfq", "available", "bfq")]
    public void Advise_Scheduler_DecidesIoPriority(string scheduler, string state, string reason)
    {
        var report = Only(
            Advise(Full with { Server = Server with { Storage = new StorageFacts("sda", scheduler) } }),
            "io_priority"
        );

        Assert.Equal(state, report.State);
        Assert.Contains(reason, report.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Advise_NotRoot_SaysSoAndHowToFixIt()
    {
        var reports = Advise(Full with { IsRoot = false });

        Assert.All(reports.Where(r => r.Lever != "nice"), r => Assert.Equal("missing", r.State));
        Assert.Contains("not root", Only(reports, "cpu_cgroup").Reason, StringComparison.Ordinal);
        Assert.Contains("sudo", Only(reports, "cpu_cgroup").Fix, StringComparison.Ordinal);
    }

    [Fact]
    public void Advise_AnyHost_WhatIsPastedInterruptsNobodyAndIsComplete()
    {
        var bare = Server with { HasCpuController = false, Storage = new StorageFacts("sda", "none") };
        HostFacts[] hosts =
        [
            Full with
            {
                IsRoot = false,
                Resctrl = null,
            },
            Full with
            {
                Server = null,
            },
            Full with
            {
                Server = bare with { Hierarchy = null },
            },
            Full with
            {
                Server = bare with { Hierarchy = new CgroupHierarchy(2, "/a.service", "/sys/fs/cgroup/a") },
            },
            Full with
            {
                IsRoot = false,
                Server = bare with { Hierarchy = new CgroupHierarchy(2, "/", "/sys/fs/cgroup") },
            },
        ];
        var pasted = hosts.SelectMany(host => Advise(host)).Select(report => report.Fix).OfType<string>().ToList();

        Assert.NotEmpty(pasted);
        Assert.All(
            pasted.Select(fix => fix.Split('#')[0]),
            command => Assert.DoesNotMatch(@"restart|mount -t cgroup|\b(DIR|FILE|PARENT|UNIT)\b", command)
        );
    }

    [Fact]
    public void Advise_NoDelegation_NamesTheDropIn()
    {
        var server = Server with
        {
            Hierarchy = new CgroupHierarchy(2, "/pg", "/sys/fs/cgroup/pg"),
            HasCpuController = false,
        };

        var report = Only(Advise(Full with { Server = server }), "cpu_cgroup");

        Assert.Equal("missing", report.State);
        Assert.Contains("Delegate=cpu cpuset", report.Fix, StringComparison.Ordinal);
        // The cause comes first: groups cannot be handed over before.
        var byUser = Full with
        {
            Server = server,
            IsRoot = false,
            IsServersUser = true,
        };
        Assert.Equal(report, Only(Advise(byUser), "cpu_cgroup"));
    }

    [Fact]
    public void Advise_ServerWhoseProcessesCannotBeMoved_EveryLeverSaysTheCauseAndTheFix()
    {
        var reports = Advise(Full with { Block = new ServerBlock("the cause", "the fix") });

        Assert.All(
            reports.SkipLast(1),
            r => Assert.Equal(("missing", "the cause", "the fix"), (r.State, r.Reason, r.Fix))
        );
        Assert.Equal("nice", reports[^1].Lever);
    }

    [Fact]
    public void Advise_GroupsThatCouldNotBeHandedOver_SaysWhy()
    {
        var facts = Full with { IsRoot = false, IsServersUser = true, NotHandedOver = "process 812 is in it" };

        foreach (var lever in new[] { "cpu_cgroup", "read_limit", "cache", "memory_bandwidth" })
            Assert.EndsWith(": process 812 is in it", Only(Advise(facts), lever).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Advise_ResctrlKnownAndNotMounted_NamesTheMount()
    {
        var reports = Advise(Full with { Resctrl = null });

        Assert.Contains("mount -t resctrl", Only(reports, "cache").Fix, StringComparison.Ordinal);
        Assert.Null(Only(Advise(Full with { Resctrl = null, KnowsResctrl = false }), "cache").Fix);
    }

    [Theory]
    [InlineData("flags : fpu cat_l3 mba", "quiet rdt=!l3cat,mba", "rdt=!l3cat")]
    [InlineData("flags : fpu cat_l3", "quiet", "built without resctrl")]
    [InlineData("flags : fpu hypervisor", "", "hypervisor")]
    [InlineData("flags : fpu", "", "no flag cat_l3")]
    [InlineData("Features : fp asimd", "", "processor or kernel")]
    public void Advise_NoCacheAllocation_SaysWhy(string processor, string commandLine, string reason)
    {
        using var tree = new FakeTree()
            .With("/proc/cpuinfo", processor + "\n")
            .With("/proc/cmdline", commandLine + "\n");
        var flags = ProcessorFlags.Read(tree.Root);

        var unmounted = Advise(Full with { Resctrl = null, KnowsResctrl = false, Flags = flags });
        var without = Advise(Full with { Resctrl = Resctrl with { CacheResources = [] }, Flags = flags });

        Assert.Contains(reason, Only(unmounted, "cache").Reason, StringComparison.Ordinal);
        Assert.Contains(reason, Only(without, "cache").Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("enabled", "1", "lavd\n", "lavd")]
    [InlineData("enabling", null, "", "?")]
    [InlineData("disabled", "1", "lavd\n", null)]
    [InlineData("enabled", "0", "lavd\n", null)]
    [InlineData(null, null, null, null)]
    public void Advise_LoadedScheduler_MakesWeightsInert(string? state, string? all, string? name, string? expected)
    {
        using var tree = new FakeTree();
        foreach (var (file, text) in new[] { ("state", state), ("switch_all", all), ("root/ops", name) })
        {
            if (text is not null)
                tree.With($"/sys/kernel/sched_ext/{file}", text);
        }

        var scheduler = LoadedScheduler.Read(tree.Root);
        var lever = Only(LeverAdvisor.Advise(Full with { LoadedScheduler = scheduler }, InUse), "cpu_cgroup");

        Assert.Equal(expected, scheduler?.Name);
        Assert.Equal(expected is null ? "used" : "inert", lever.State);
        Assert.Contains(expected ?? "cgroup v1", lever.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Outcome_WeightsWithoutEffect_AreNotInForce()
    {
        var outcome = new PoolOutcome(3, 0.1, "cgroup v2 cpu.weight=10", "L3:0=3", ["cores: none"]);
        var loaded = Advise(Full with { LoadedScheduler = new LoadedScheduler("lavd") });

        var found = EffectiveOutcome.Of(outcome, loaded);

        Assert.Null(found.CpuLever);
        Assert.Null(found.CpuShare);
        Assert.Equal("L3:0=3", found.CacheMask);
        Assert.Collection(
            found.Problems,
            kept => Assert.Equal("cores: none", kept),
            added => Assert.Contains("lavd", added, StringComparison.Ordinal)
        );
        Assert.Same(outcome, EffectiveOutcome.Of(outcome, Advise(Full)));
    }

    [Fact]
    public void Advise_OneCpu_AffinityIsInert() =>
        Assert.Equal("inert", Only(Advise(Full with { Topology = new Topology([0], []) }), "affinity").State);

    [Fact]
    public void Advise_NothingKnown_NeverAvailable()
    {
        using var tree = new FakeTree();

        var reports = Advise(HostProbe.Read(tree.Root, isRoot: true, serverProcessId: null));

        Assert.DoesNotContain(reports, r => r.State == "available" && r.Lever != "affinity");
        Assert.All(reports, r => Assert.NotEmpty(r.Reason));
    }

    private static IReadOnlyList<LeverReport> Advise(HostFacts facts) =>
        LeverAdvisor.Advise(facts, new HashSet<string>(StringComparer.Ordinal));

    private static LeverReport Only(IReadOnlyList<LeverReport> reports, string lever) =>
        reports.Single(r => r.Lever == lever);
}
