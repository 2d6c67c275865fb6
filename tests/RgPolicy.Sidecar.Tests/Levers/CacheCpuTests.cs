using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Tests.Changing;
using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Levers;

/// <summary>CPUs that have masks themselves, on a host in memory.</summary>
public sealed class CacheCpuTests
{
    private static readonly PoolSpec[] First =
    [
        Pool(1, 0, 4) with
        {
            CacheCpus = [0, 1],
        },
        Pool(2, 4, 4) with
        {
            CacheCpus = [3],
        },
    ];
    private static readonly PoolSpec[] Second =
    [
        Pool(1, 2, 2) with
        {
            CacheCpus = [1, 3],
        },
        Pool(3, 6, 3) with
        {
            CacheCpus = [0],
        },
    ];

    [Fact]
    public void PrepareAll_WithCpus_SetsMasksFirstAndCpusAfterThem()
    {
        using var host = new ChangeHost();

        var (groups, problems) = Prepare(host, [], First);

        Assert.All(problems.Values, Assert.Empty);
        Assert.Equal(
            ("0-1", "3"),
            (CacheGroups.ReadCpus(host.Double.Root, groups[1]), CacheGroups.ReadCpus(host.Double.Root, groups[2]))
        );
        var log = host.Double.Log.ToList();
        Assert.True(
            log.FindIndex(each => each.Contains("rgp_1/schemata", StringComparison.Ordinal))
                < log.FindIndex(each => each.Contains("rgp_1/cpus_list 0-1", StringComparison.Ordinal))
        );
        var written = log.Count;
        _ = Prepare(host, groups, First);
        Assert.Equal(written, host.Double.Log.Count);
    }

    [Fact]
    public void PrepareAll_CpusThatChangeTheirPool_AreWhereTheyAreWished()
    {
        using var host = new ChangeHost();
        var (groups, _) = Prepare(host, [], First);

        var (again, problems) = Prepare(host, groups, Second);

        Assert.All(problems.Values, Assert.Empty);
        Assert.Equal(
            ("1,3", "0"),
            (CacheGroups.ReadCpus(host.Double.Root, again[1]), CacheGroups.ReadCpus(host.Double.Root, again[3]))
        );
    }

    [Fact]
    public void PrepareAll_WithoutCpusAgain_GivesThemBackToTheDefaultGroup()
    {
        using var host = new ChangeHost();
        var all = host.Double.Root.ReadTrimmed(Resctrl + "/cpus_list");
        var (groups, _) = Prepare(host, [], First);
        Assert.NotEqual(all, host.Double.Root.ReadTrimmed(Resctrl + "/cpus_list"), StringComparer.Ordinal);

        var (again, problems) = Prepare(host, groups, [.. First.Select(pool => pool with { CacheCpus = null })]);

        Assert.All(problems.Values, Assert.Empty);
        Assert.Null(CacheGroups.ReadCpus(host.Double.Root, again[1]));
        Assert.Equal(all, host.Double.Root.ReadTrimmed(Resctrl + "/cpus_list"));
    }

    [Fact]
    public void PrepareAll_WhenItsCallerDiesAnywhere_TheNextStartRestores()
    {
        var deaths = 0;
        for (var step = 0; ; step++)
        {
            using var host = new ChangeHost();
            var before = Everything(host);
            var (groups, _) = Prepare(host, [], First);
            host.Double.DiesAfter = step;
            var died = Record.Exception(() => Prepare(host, groups, Second)) is CallerDiedException;

            Assert.True(host.Reconcile(), $"died before operation {step}");
            Assert.Equal(before, Everything(host));
            if (!died)
                break;
            deaths++;
        }

        Assert.True(deaths > 4, $"only {deaths} operations");
    }

    [Fact]
    public void PrepareAll_WhenCpusAreRefused_SaysSoAndLeavesNoHalfGroup()
    {
        using var host = new ChangeHost();
        host.Double.Inject(new KernelFault("write", "rgp_1/cpus_list", 22));

        var (groups, problems) = Prepare(host, [], First);

        Assert.Contains("cpus_list cannot be written", Assert.Single(problems[1]), StringComparison.Ordinal);
        Assert.Equal([2], groups.Keys);
        Assert.False(host.Double.Root.HasDirectory(Resctrl + "/rgp_1"));
    }

    private static string Everything(ChangeHost host) =>
        $"{host.Double.Root.ReadTrimmed(Resctrl + "/cpus_list")}\n{host.Snapshot()}";

    private static (Dictionary<int, CacheGroup> Groups, Dictionary<int, List<string>> Problems) Prepare(
        ChangeHost host,
        Dictionary<int, CacheGroup> kept,
        params PoolSpec[] specs
    ) => host.Prepare(_ => null, GrantedGroups.None, kept, _ => [], specs);
}
