using RgPolicy.Host.Kernel;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Changing;

/// <summary>Pools that share classes of service have monitoring groups, by which a whole pool changes
/// its class at once.</summary>
public sealed class MonitorTests
{
    private static readonly PoolSpec One = new()
    {
        Number = 1,
        ServiceClass = 3,
        FirstWay = 0,
        WayCount = 2,
    };
    private static readonly PoolSpec Two = One with { Number = 2 };
    private static readonly PoolSpec TwoElsewhere = Two with { ServiceClass = 4, FirstWay = 4, WayCount = 5 };

    [Fact]
    public void Change_OfAPoolsClass_IsOneRenameAndNoTaskIsWritten()
    {
        using var host = new ChangeHost();
        var groups = Govern(host);
        var before = host.Double.Log.Count;

        groups = Change(host, groups, One, TwoElsewhere);

        var done = host.Double.Log.Skip(before).ToArray();
        Assert.Single(done, line => line.StartsWith("rename ", StringComparison.Ordinal));
        Assert.DoesNotContain(done, line => line.Contains("/tasks", StringComparison.Ordinal));
        Assert.Equal(("rgp_4", "rgp_2"), Place(host, FirstTask + 2));
        Assert.Equal(("rgp_3", "rgp_1"), Place(host, FirstTask));
        before = host.Double.Log.Count;
        Change(host, groups, One, TwoElsewhere);
        Assert.Equal(before, host.Double.Log.Count);
    }

    [Fact]
    public void Change_WhereTheKernelRenamesNothing_WritesTheTasksInLists()
    {
        using var host = new ChangeHost();
        var groups = Govern(host);
        host.Double.Inject(new KernelFault("rename", string.Empty, KernelError.NotPermitted));
        var before = host.Double.Log.Count;

        Change(host, groups, One, TwoElsewhere);

        Assert.Equal(
            2,
            host.Double.Log.Skip(before).Count(line => line.Contains("/tasks 102,103", StringComparison.Ordinal))
        );
        Assert.Equal(("rgp_4", "rgp_2"), Place(host, FirstTask + 2));
        Assert.False(host.Double.Root.HasDirectory(Resctrl + "/rgp_3/mon_groups/rgp_2"));
    }

    [Fact]
    public void Change_WithoutAFreeMonitoringNumber_DoesWithoutMonitoring()
    {
        // The default group, the foreign one, the class: nothing is left for its pools.
        using var host = new ChangeHost(new ResctrlShape { MonitorIds = 3 });

        var (groups, problems) = host.Prepare(_ => null, GrantedGroups.None, [], TasksOf, One, Two);

        Assert.All(problems.Values, Assert.Empty);
        Assert.All(groups.Values, g => Assert.Equal(("rgp_3", string.Empty), (g.Name, g.Monitor)));
    }

    [Fact]
    public void Change_WhenItsCallerDiesAnywhere_TheNextStartRestores()
    {
        for (var step = 0; ; step++)
        {
            using var host = new ChangeHost();
            var before = host.Snapshot();
            var groups = Govern(host);
            host.Double.DiesAfter = step;
            var died = Record.Exception(() => Change(host, groups, One, TwoElsewhere)) is CallerDiedException;

            Assert.True(host.Reconcile(), $"died before operation {step}");
            Assert.Equal(before, host.Snapshot());
            if (!died)
            {
                Assert.True(step >= 3, $"only {step} operations");
                return;
            }
        }
    }

    [Fact]
    public void Change_WhenAnyOperationFails_PoolsAreWholeInSomeClass()
    {
        for (var failing = 0; failing < 8; failing++)
        {
            using var host = new ChangeHost();
            var groups = Govern(host);
            for (var i = 0; i < failing; i++)
                host.Double.Inject(new KernelFault(string.Empty, string.Empty, 0));

            host.Double.Inject(new KernelFault(string.Empty, string.Empty, KernelError.Busy));
            var after = Change(host, groups, One, TwoElsewhere);

            var expected = after.TryGetValue(2, out var group) ? group.Name : string.Empty;
            Assert.All([FirstTask + 2, FirstTask + 3], task => Assert.Equal(expected, Place(host, task).Control));
            Assert.Equal("rgp_3", Place(host, FirstTask).Control);
        }
    }

    // Pool 1 has tasks 100 and 101, pool 2 has 102 and 103.
    private static IEnumerable<int> TasksOf(int pool) => [FirstTask + (2 * pool) - 2, FirstTask + (2 * pool) - 1];

    private static Dictionary<int, CacheGroup> Govern(ChangeHost host)
    {
        var groups = Change(host, [], One, Two);
        foreach (var (pool, group) in groups)
        {
            Assert.Equal($"rgp_{pool}", group.Monitor);
            Assert.All(
                TasksOf(pool),
                t => Assert.Null(ProcessLevers.SetCacheGroup(host.Double.Root, t, t, group.Name, group.Monitor))
            );
        }

        return groups;
    }

    private static Dictionary<int, CacheGroup> Change(
        ChangeHost host,
        Dictionary<int, CacheGroup> kept,
        params PoolSpec[] specs
    ) => host.Prepare(_ => null, GrantedGroups.None, kept, TasksOf, specs).Groups;

    private static (string? Control, string? Monitor) Place(ChangeHost host, int task) =>
        CacheMembership.Read(host.Double.Root, task, task);
}
