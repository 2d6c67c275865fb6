using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Changing;

/// <summary>Weights, CPU sets, masks and tasks change as one, on a host in memory with cgroup v2 and resctrl.</summary>
public sealed class PoolChangeTests
{
    private const string Server = "/sys/fs/cgroup/db";
    private static readonly CgroupHierarchy Hierarchy = new(2, "/db", Server);
    private static readonly Request[] First = [new(1, 0.2, [1, 2], 0, 4), new(2, 0.5, null, 4, 2)];
    private static readonly Request[] Second = [new(1, 0.4, [2, 3], 2, 2), new(3, 0.1, [0], 6, 3)];

    private sealed record Request(int Number, double Share, ImmutableArray<int>? Cores, int FirstWay, int Ways);

    [Fact]
    public void Run_OfCpusAndCaches_SetsEverything()
    {
        using var host = HostWithServer();

        var (cpus, caches, problems) = Change(host, First, []);

        Assert.All(problems.Values, Assert.Empty);
        Assert.Equal(
            "cgroup v2 cpu.weight=20 cpuset.cpus=1-2",
            CpuGroups.ReadBack(host.Double.Root, cpus[1])!.Value.Lever
        );
        Assert.Equal("cgroup v2 cpu.weight=50", CpuGroups.ReadBack(host.Double.Root, cpus[2])!.Value.Lever);
        Assert.True(cpus[2].HasCpuSet);
        Assert.Equal("L3:0=f;1=f MB:0=100;1=100", CacheGroups.ReadBack(host.Double.Root, caches[1]));
        Assert.Equal("threaded", host.Double.Root.ReadTrimmed(cpus[1].Directory + "/cgroup.type"));

        // A pool that no longer asks for cores has all of its server's; the rest is not written again.
        var before = host.Double.Log.Count;
        (cpus, _, _) = Change(host, [First[0] with { Cores = null }, First[1]], caches, cpus);
        Assert.Equal("0-3", host.Double.Root.ReadTrimmed(cpus[1].Directory + "/cpuset.cpus"));
        Assert.Equal(
            "write /sys/fs/cgroup/db/rgp_1/cpuset.cpus 0-3 -> ok",
            Assert.Single(host.Double.Log.Skip(before))
        );
    }

    [Fact]
    public void Run_WhenItsCallerDiesAnywhere_TheNextStartRestores()
    {
        var deaths = 0;
        for (var step = 0; ; step++)
        {
            using var host = HostWithServer();
            var before = Everything(host);
            var (cpus, caches, _) = Change(host, First, []);
            host.Double.DiesAfter = step;
            var died = Record.Exception(() => Change(host, Second, caches, cpus)) is CallerDiedException;

            Assert.True(host.Reconcile(), $"died before operation {step}");
            Assert.Equal(before, Everything(host));
            if (!died)
                break;

            deaths++;
        }

        Assert.True(deaths > 8, $"only {deaths} operations");
    }

    [Fact]
    public void Run_WhenAnyOperationFails_WhatIsThereIsWhole()
    {
        var operations = Operations();
        for (var failing = 0; failing < operations; failing++)
        {
            using var host = HostWithServer();
            var before = Everything(host);
            var (cpus, caches, _) = Change(host, First, []);
            for (var i = 0; i < failing; i++)
                host.Double.Inject(new KernelFault(string.Empty, string.Empty, 0));

            host.Double.Inject(new KernelFault(string.Empty, string.Empty, KernelError.Invalid));
            var (after, cachesAfter, problems) = Change(host, Second, caches, cpus);

            Assert.Contains(problems, p => p.Value.Count > 0);
            foreach (var wish in Second.Where(w => after.ContainsKey(w.Number)))
            {
                Assert.Equal(
                    CpuGroups.Weight(2, wish.Share).Value,
                    host.Double.Root.ReadTrimmed(after[wish.Number].Directory + "/cpu.weight")
                );
            }

            // Nothing half made stays: every group of ours is some pool's, before or after.
            var known = after
                .Values.Concat(cpus.Values)
                .Select(g => g.Directory)
                .Concat(cachesAfter.Values.Concat(caches.Values).Select(g => g.Directory));
            Assert.Empty(OurGroups(host).Except(known, StringComparer.Ordinal));
            Assert.True(host.Reconcile());
            Assert.Equal(before, Everything(host));
        }
    }

    [Fact]
    public void Run_OfStepsInBothFileSystems_IsTakenBackWhole()
    {
        var operations = Operations();
        for (var failing = 0; failing < operations; failing++)
        {
            using var host = HostWithServer();
            var (cpus, caches, _) = Change(host, First, []);
            var before = Everything(host);
            var problems = Second.ToDictionary(w => w.Number, _ => new List<string>());
            using var cache = Caches(host, Second, caches, problems);
            ChangeOperation[] steps = [.. Cpus(host, Second, cpus, problems).Plan(), .. cache!.Plan()];
            for (var i = 0; i < failing; i++)
                host.Double.Inject(new KernelFault(string.Empty, string.Empty, 0));

            host.Double.Inject(new KernelFault(string.Empty, string.Empty, KernelError.Invalid));
            var outcome = host.Executor.Run(steps);

            Assert.NotNull(outcome.FailedAt);
            Assert.True(outcome.IsClean);
            Assert.Equal(before, Everything(host));
        }
    }

    [Fact]
    public void Run_WhereCpuSetsAreRefused_LimitsByAffinityAloneAndSaysSo()
    {
        using var host = HostWithServer();
        host.Double.Inject(new KernelFault("write", "rgp_1/cpuset.cpus", KernelError.Invalid));

        var (cpus, _, problems) = Change(host, First, []);

        Assert.Contains("by affinity alone", Assert.Single(problems[1]), StringComparison.Ordinal);
        Assert.Empty(problems[2]);
        Assert.Equal("20", host.Double.Root.ReadTrimmed(cpus[1].Directory + "/cpu.weight"));
        Assert.False(cpus[1].HasCpuSet);
    }

    [Fact]
    public void Run_WhenAnotherTakesTheNameMeanwhile_TakesTheNext()
    {
        using var host = HostWithServer();
        host.Double.Inject(
            new KernelFault("mkdir", "/db/rgp_1", 0) { Before = () => host.Double.MakeDirectory(Server + "/rgp_1") }
        );

        var (cpus, _, problems) = Change(host, First, []);

        Assert.All(problems.Values, Assert.Empty);
        Assert.Equal(Server + "/rgp_1_2", cpus[1].Directory);
        Assert.Equal("100", host.Double.Root.ReadTrimmed(Server + "/rgp_1/cpu.weight"));
    }

    private static int Operations()
    {
        using var host = HostWithServer();
        var (cpus, caches, _) = Change(host, First, []);
        var before = host.Double.Log.Count;
        Change(host, Second, caches, cpus);
        return host.Double.Log.Count - before;
    }

    private static ChangeHost HostWithServer()
    {
        var host = new ChangeHost();
        Assert.Equal(0, host.Double.Write("/sys/fs/cgroup/cgroup.subtree_control", "+cpu +cpuset"));
        Assert.Equal(0, host.Double.MakeDirectory(Server));
        Assert.Equal(0, host.Double.Write(Server + "/cgroup.procs", "101\n"));
        return host;
    }

    private static (
        Dictionary<int, CpuGroup> Cpus,
        Dictionary<int, CacheGroup> Caches,
        Dictionary<int, List<string>> Problems
    ) Change(
        ChangeHost host,
        Request[] wishes,
        Dictionary<int, CacheGroup> caches,
        Dictionary<int, CpuGroup>? cpus = null
    )
    {
        var problems = wishes.ToDictionary(w => w.Number, _ => new List<string>());
        var cpu = Cpus(host, wishes, cpus ?? [], problems);
        using var cache = Caches(host, wishes, caches, problems);
        PoolChange.Run(host.Executor, [cpu, cache!]);
        return (cpu.Groups(), cache!.Groups(), problems);
    }

    private static CpuChange Cpus(
        ChangeHost host,
        Request[] wishes,
        Dictionary<int, CpuGroup> kept,
        Dictionary<int, List<string>> problems
    ) =>
        new CpuGroups(host.Double.Root, host.Journal).Change(
            Hierarchy,
            wishes.Select(w => new CpuPool(w.Number, GroupName.Candidates(w.Number))
            {
                Share = w.Share,
                Cores = w.Cores,
                Kept = kept.TryGetValue(w.Number, out var group) ? [group.Directory] : [],
            }),
            (pool, problem) => problems[pool].Add(problem)
        );

    private static CacheChange? Caches(
        ChangeHost host,
        Request[] wishes,
        Dictionary<int, CacheGroup> kept,
        Dictionary<int, List<string>> problems
    ) =>
        new CacheGroups(host.Double.Root, host.Journal, _ => null).Change(
            host.Facts,
            [.. wishes.Select(w => Pool(w.Number, w.FirstWay, w.Ways))],
            kept,
            _ => [],
            GrantedGroups.None,
            problems
        );

    private static string Everything(ChangeHost host) =>
        host.Snapshot()
        + host.Double.Root.ReadText(Server + "/cgroup.subtree_control")
        + string.Join(
            '\n',
            host.Double.Root.DirectoryNames(Server)
                .Select(n =>
                    $"{n} {host.Double.Root.ReadTrimmed($"{Server}/{n}/cpu.weight")} {host.Double.Root.ReadTrimmed($"{Server}/{n}/cpuset.cpus")}"
                )
        );

    private static IEnumerable<string> OurGroups(ChangeHost host) =>
        host
            .Double.Root.DirectoryNames(Server)
            .Select(n => $"{Server}/{n}")
            .Concat(host.Double.Root.DirectoryNames(Resctrl).Where(GroupName.IsOurs).Select(n => $"{Resctrl}/{n}"));
}
