using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Tests.Changing;

namespace RgPolicy.Sidecar.Tests.Moving;

/// <summary>Which processes are in their pools, told by the groups of a host in memory.</summary>
public sealed class MemberWatchTests : IDisposable
{
    private readonly ChangeHost _host = new();
    private readonly PoolTable _table;
    private readonly MemberWatch _watch;

    public MemberWatchTests()
    {
        _table = new PoolTable(_host.Double.Root, _host.Journal, Limits.Default, () => GrantedGroups.None);
        _table.PrepareAll(
            [ChangeHost.Pool(1, 0, 4), ChangeHost.Pool(2, 4, 4)],
            HostProbe.Read(_host.Double.Root, true, null),
            _ => []
        );
        _watch = new MemberWatch(_host.Double.Root, _host.Journal, _table, new PoolApplier(_host.Double.Root));
    }

    public void Dispose() => _host.Dispose();

    [Theory]
    [InlineData("nothing", new int[0])]
    [InlineData("moved out", new[] { 101 })]
    [InlineData("moved to another pool", new[] { 102 })]
    [InlineData("pool is gone", new[] { 102 })]
    [InlineData("relaxed, moved out", new[] { 101 })]
    public void Displaced_AfterAChangeFromOutside_NamesWhatIsNotInItsPool(string change, int[] displaced)
    {
        Put(101, 1);
        Put(102, 2);
        switch (change)
        {
            case "moved out":
                Assert.Equal(0, _host.Double.Write(ChangeHost.Resctrl + "/tasks", "101"));
                break;
            case "moved to another pool":
                Put(102, 1);
                break;
            case "pool is gone":
                _table.Remove(2);
                break;
            case "relaxed, moved out":
                Assert.Equal(0, _host.Double.Write(ChangeHost.Resctrl + "/tasks", "101"));
                Assert.True(_table.Relax(true));
                break;
        }

        Assert.Equal(displaced, _watch.Displaced([Member(101, 1), Member(102, 2)]));
    }

    private static MovedProcess Member(int id, int pool) => new(id, pool, 1, MayWaitForReads: false);

    private void Put(int id, int pool) =>
        Assert.Equal(
            0,
            _host.Double.Write(
                $"{_table.Find(pool)!.Cache!.Directory}/tasks",
                id.ToString(CultureInfo.InvariantCulture)
            )
        );
}
