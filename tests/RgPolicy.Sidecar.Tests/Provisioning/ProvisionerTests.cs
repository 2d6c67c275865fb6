using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Provisioning;
using RgPolicy.Sidecar.Tests.Changing;
using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Provisioning;

/// <summary>What root hands over, and what its new owner can do with it, on a host in memory.</summary>
public sealed class ProvisionerTests
{
    private const uint User = 110;
    private const string Server = "/sys/fs/cgroup/db";
    private static readonly CgroupHierarchy Hierarchy = new(2, "/db", Server);

    private static readonly Limits Dynamic = new()
    {
        DynamicMasks = true,
        Pools = [new PoolLimits(1) { Ways = (0, 5), MostWays = 4 }, new PoolLimits(2) { Domains = [1] }],
    };

    [Fact]
    public void Run_OnAFullHost_HandsOverWhatTheLimitsNameAndNothingOfTheDefaultGroup()
    {
        using var host = HostWithServer();

        var granted = Provision(host, Dynamic, GrantedGroups.None, out var problems);

        Assert.Empty(problems);
        Assert.Equal([0, 1, 2], granted.Caches.Keys);
        Assert.Equal([1, 2], granted.Cpus.Keys);
        Assert.Equal(
            "L3:0=f;1=f MB:0=100;1=100",
            CacheGroups.ReadBack(host.Double.Root, new CacheGroup("rgp_p1", granted.Caches[1]))
        );
        host.Double.ActAs(9000, User);
        foreach (var group in granted.Caches)
        {
            Assert.True(host.Double.MayWrite(group.Value + "/tasks"));
            Assert.Equal(group.Key != 0, host.Double.MayWrite(group.Value + "/schemata"));
            Assert.False(host.Double.MayWrite(group.Value + "/mode"));
        }

        foreach (var file in new[] { "tasks", "schemata", "mode", "cpus" })
        {
            Assert.False(host.Double.MayWrite($"{Resctrl}/{file}"));
            Assert.False(host.Double.MayWrite($"{Resctrl}/foreign/{file}"));
        }

        Assert.False(host.Double.MayWrite("/sys/fs/cgroup/cgroup.procs"));
        Assert.False(host.Double.MayWrite(Server + "/cpu.weight"));
        Assert.Equal(KernelError.AccessDenied, host.Double.MakeDirectory(Server + "/more"));
    }

    [Fact]
    public void Run_WithoutDynamicMasks_KeepsTheSchemataRoots()
    {
        using var host = HostWithServer();

        var granted = Provision(host, Dynamic with { DynamicMasks = false }, GrantedGroups.None, out _);

        host.Double.ActAs(9000, User);
        Assert.All(granted.Caches.Values, g => Assert.False(host.Double.MayWrite(g + "/schemata")));
        var (groups, problems) = Prepare(host, granted, [], Pool(1, 0, 2));
        Assert.Equal(granted.Caches[1], groups[1].Directory);
        Assert.Contains("masks of this pool are root's", Assert.Single(problems[1]), StringComparison.Ordinal);
        (_, problems) = Prepare(host, granted, groups, Pool(1, 0, 4));
        Assert.Empty(problems[1]);
    }

    [Fact]
    public void PrepareAll_AsTheUser_WritesOnlyWhatWasHandedOverAndReturnsTasksHome()
    {
        using var host = HostWithServer();
        var granted = Provision(host, Dynamic, GrantedGroups.None, out _);
        host.Double.ActAs(9000, User);
        var (groups, problems) = Prepare(host, granted, [], Pool(1, 1, 3), Pool(2, 4, 2));
        Assert.All(problems.Values, Assert.Empty);
        Assert.Equal("L3:0=e;1=e MB:0=100;1=100", CacheGroups.ReadBack(host.Double.Root, groups[1]));
        Assert.Equal("L3:0=fffff;1=30 MB:0=100;1=100", CacheGroups.ReadBack(host.Double.Root, groups[2]));
        Assert.Equal(0, TaskList.Move(host.Double, groups[1].Directory, [FirstTask, FirstTask + 1]));

        // Pool 1 goes: its tasks go home, the group stays.
        (groups, problems) = Prepare(
            host,
            granted,
            groups,
            (pool => pool == 1 ? [FirstTask, FirstTask + 1] : []),
            Pool(2, 4, 2)
        );

        Assert.All(problems.Values, Assert.Empty);
        Assert.Equal([2], groups.Keys);
        Assert.Equal(
            $"{FirstTask} {FirstTask + 1}",
            string.Join(' ', host.Double.Root.ReadLines(granted.Caches[0] + "/tasks"))
        );
        Assert.DoesNotContain(host.Double.Log, line => line.EndsWith("-> EACCES", StringComparison.Ordinal));
    }

    [Fact]
    public void SetCacheGroup_OfSomebodyWhoCannotWriteTheDefaultGroup_PutsATaskHome()
    {
        using var host = HostWithServer();
        var granted = Provision(host, Dynamic, GrantedGroups.None, out _);
        host.Double.ActAs(9000, User);
        Assert.Equal(0, TaskList.Move(host.Double, granted.Caches[1], [FirstTask]));

        var problem = ProcessLevers.SetCacheGroup(host.Double.Root, FirstTask, FirstTask, string.Empty, string.Empty);

        Assert.Null(problem);
        Assert.Equal(("rgp_p0", string.Empty), CacheMembership.Read(host.Double.Root, FirstTask, FirstTask));
        Assert.False(CacheHome.CanReturnTo(host.Double.Root, "foreign"));
    }

    [Fact]
    public void Run_Again_ChangesNothingThatIsThere()
    {
        using var host = HostWithServer();
        var granted = Provision(host, Dynamic, GrantedGroups.None, out _);
        Assert.Equal(0, host.Double.Write(granted.Caches[1] + "/schemata", "L3:0=3\n"));

        var again = Provision(host, Dynamic, granted, out var problems);

        Assert.Empty(problems);
        Assert.Equal(granted.Format(), again.Format());
        Assert.Contains(
            "L3:0=3;",
            CacheGroups.ReadBack(host.Double.Root, new CacheGroup("rgp_p1", granted.Caches[1])),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Run_OtherCoresAllowedLater_TheKernelHoldsThePoolToThem()
    {
        using var host = HostWithServer();
        Assert.Equal(0, host.Double.Write("/sys/fs/cgroup/cgroup.subtree_control", "+cpuset"));
        var granted = Provision(host, Dynamic, GrantedGroups.None, out _);
        foreach (var (cores, cpus) in new[] { ("0-1", "0-1"), ("1-2", "1-2"), ("0-3", "0-3"), (string.Empty, "0-3") })
        {
            var limits = Dynamic with
            {
                Pools =
                [
                    new PoolLimits(1) { AllowedCores = cores.Length == 0 ? null : CpuList.Parse(cores) },
                    new PoolLimits(2),
                ],
            };

            granted = Provision(host, limits, granted, out var problems);

            Assert.Empty(problems);
            Assert.Equal(cpus, host.Double.Root.ReadTrimmed(granted.Cpus[1] + "/cpuset.cpus"));
            host.Double.ActAs(9000, User);
            Assert.False(host.Double.MayWrite(granted.Cpus[1] + "/cpuset.cpus"));
            host.Double.ActAs(1, 0);
        }
    }

    [Fact]
    public void Run_ServerStartedAnewInANewGroup_FollowsIt()
    {
        using var host = HostWithServer();
        var granted = Provision(host, Dynamic, GrantedGroups.None, out _);
        Assert.Equal(0, host.Double.Write("/sys/fs/cgroup/cgroup.procs", "101\n"));
        foreach (var directory in granted.Cpus.Values.Append(Server))
            Assert.Equal(0, host.Double.RemoveDirectory(directory));

        MakeServer(host);
        var again = Provision(host, Dynamic, granted, out var problems);

        Assert.Empty(problems);
        Assert.Equal(granted.Format(), again.Format());
        host.Double.ActAs(9000, User);
        Assert.True(host.Double.MayWrite(again.Cpus[1] + "/cpu.weight"));
    }

    [Fact]
    public void Run_DyingBeforeEachOperation_IsTakenBackAsAWhole()
    {
        var operations = 0;
        for (var deaths = 0; ; deaths++)
        {
            using var host = HostWithServer();
            var before = Everything(host);
            host.Double.DiesAfter = deaths;
            var died =
                Record.Exception(() => Provision(host, Dynamic, GrantedGroups.None, out _)) is CallerDiedException;

            Assert.True(host.Reconcile(), $"died before operation {deaths}");
            Assert.Equal(before, Everything(host));
            if (!died)
                break;

            operations++;
        }

        Assert.True(operations > 20, $"only {operations} operations");
    }

    [Fact]
    public void Run_NoClassOfServiceLeft_SaysWhichPoolHasNone()
    {
        using var host = new ChangeHost(new ResctrlShape { CacheClasses = 4, BandwidthClasses = 4 }, User);
        MakeServer(host);

        var granted = Provision(host, Dynamic, GrantedGroups.None, out var problems);

        Assert.Equal([0, 1], granted.Caches.Keys);
        Assert.Contains("pool 2: no class of service is free", Assert.Single(problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("/cron")]
    [InlineData("/a/b/c")]
    public void Run_SomebodyElseInTheServersGroup_HandsNothingOverAndSaysWho(string below)
    {
        using var host = HostWithServer();
        Settle(host, below, 500, 0);

        var granted = Provision(host, Dynamic, GrantedGroups.None, out var problems);

        Assert.Empty(granted.Cpus);
        var problem = Assert.Single(problems);
        Assert.Contains($"process 500 (task500) of user 0 is in {Server}{below}", problem, StringComparison.Ordinal);
        Assert.Contains("user 110's", problem, StringComparison.Ordinal);
        Assert.DoesNotContain(host.Double.Root.DirectoryNames(Server), GroupName.IsProvisioned);
        AssertNothingHanded(host);
    }

    [Fact]
    public void Run_SomebodyElseInTheServersGroupLater_IsTakenBack()
    {
        using var host = HostWithServer();
        var granted = Provision(host, Dynamic, GrantedGroups.None, out _);
        Assert.NotEmpty(granted.Cpus);
        Settle(host, string.Empty, 500, 33);

        granted = Provision(host, Dynamic, granted, out var problems);

        Assert.Empty(granted.Cpus);
        Assert.Contains("process 500 (task500) of user 33", Assert.Single(problems), StringComparison.Ordinal);
        Assert.DoesNotContain(host.Double.Root.DirectoryNames(Server), GroupName.IsProvisioned);
        AssertNothingHanded(host);
    }

    [Fact]
    public void Run_SomebodyElseComesInAtAnyOperation_IsNeverHandedOver()
    {
        var operations = 0;
        for (var met = true; met; operations++)
        {
            using var host = HostWithServer();
            met = false;
            for (var i = 0; i < operations; i++)
                host.Double.Inject(new KernelFault(string.Empty, string.Empty, 0));

            host.Double.Inject(
                new KernelFault(string.Empty, string.Empty, 0)
                {
                    Before = () =>
                    {
                        Settle(host, string.Empty, 500, 0);
                        met = true;
                    },
                }
            );

            var granted = Provision(host, Dynamic, GrantedGroups.None, out _);

            if (met)
            {
                Assert.Empty(granted.Cpus);
                AssertNothingHanded(host);
            }
        }

        Assert.True(operations > 20, $"only {operations} operations");
    }

    [Fact]
    public void Run_ProcessOfAnotherPidNamespaceInTheServersGroup_IsRefused()
    {
        using var host = HostWithServer();
        host.Double.AddNamespace(600);
        Assert.Equal(0, host.Double.Write(Server + "/cgroup.procs", "101\n"));
        host.Double.ActInside(600);

        var granted = Provision(host, Dynamic, GrantedGroups.None, out var problems);

        Assert.Empty(granted.Cpus);
        Assert.Contains(
            problems,
            p => p.Contains($"a process of another pid namespace is in {Server}", StringComparison.Ordinal)
        );
    }

    private static void Settle(ChangeHost host, string below, int task, uint user)
    {
        var directory = Server;
        foreach (var name in below.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            directory += "/" + name;
            Assert.Equal(0, host.Double.MakeDirectory(directory));
        }

        host.Double.AddTask(task, task, user);
        Assert.Equal(0, host.Double.Write(directory + "/cgroup.procs", $"{task}\n"));
    }

    private static void AssertNothingHanded(ChangeHost host)
    {
        Assert.Empty(host.Journal.Content.Handed);
        host.Double.ActAs(9000, User);
        Assert.False(host.Double.MayWrite(Server + "/cgroup.procs"));
        Assert.False(host.Double.MayWrite(Server + "/cgroup.threads"));
        host.Double.ActAs(1, 0);
    }

    private static ChangeHost HostWithServer()
    {
        var host = new ChangeHost(null, User);
        MakeServer(host);
        return host;
    }

    private static void MakeServer(ChangeHost host)
    {
        Assert.Equal(0, host.Double.Write("/sys/fs/cgroup/cgroup.subtree_control", "+cpu"));
        Assert.Equal(0, host.Double.MakeDirectory(Server));
        Assert.Equal(0, host.Double.Write(Server + "/cgroup.procs", "101\n"));
    }

    private static GrantedGroups Provision(
        ChangeHost host,
        Limits limits,
        GrantedGroups before,
        out List<string> problems
    )
    {
        problems = [];
        return new Provisioner(host.Double.Root, host.Journal, limits).Run(User, Hierarchy, null, before, problems);
    }

    private static (Dictionary<int, CacheGroup> Groups, Dictionary<int, List<string>> Problems) Prepare(
        ChangeHost host,
        GrantedGroups granted,
        Dictionary<int, CacheGroup> kept,
        params PoolSpec[] specs
    ) => Prepare(host, granted, kept, _ => [], specs);

    private static (Dictionary<int, CacheGroup> Groups, Dictionary<int, List<string>> Problems) Prepare(
        ChangeHost host,
        GrantedGroups granted,
        Dictionary<int, CacheGroup> kept,
        Func<int, IEnumerable<int>> tasksOf,
        params PoolSpec[] specs
    ) => host.Prepare(Dynamic.Of, granted, kept, tasksOf, specs);

    private static string Everything(ChangeHost host)
    {
        var owners = new[] { Server + "/cgroup.procs", Server + "/cgroup.threads", Resctrl + "/tasks" }.Select(p =>
            host.Double.ReadOwner(p, out var user) == 0 ? user : uint.MaxValue
        );
        return host.Snapshot()
            + string.Join(' ', owners)
            + string.Join(' ', host.Double.Root.DirectoryNames(Server))
            + host.Double.Root.ReadText(Server + "/cgroup.subtree_control");
    }
}
