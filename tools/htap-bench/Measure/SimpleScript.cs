using Npgsql;
using RgPolicy.Host.Facts;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Measure;

/// <summary>
/// What RgPolicy has to beat: every 50 ms all processes of the analysts and of the load are written
/// into one cpu group of weight 100 beside the 1,024 of each process outside. It knows no query, no lock and no end. With
/// slots these are the analysts' processes but for so many oldest queries, and the weight is RgPolicy's lowest.
/// </summary>
internal sealed class SimpleScript : IAsyncDisposable
{
    private const string All = "select pid, true from pg_stat_activity where usename in ('report', 'loader')";
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);
    private readonly CancellationTokenSource _stop = new();
    private readonly string _parent;
    private readonly string _group;
    private readonly Task _loop;

    private SimpleScript(BenchServer server, CgroupHierarchy hierarchy, string find, int shares)
    {
        (_parent, _group) = (hierarchy.Directory, Path.Join(hierarchy.Directory, "htap_bench_simple"));
        Directory.CreateDirectory(_group);
        File.WriteAllText(
            Path.Join(_group, hierarchy.Version == 1 ? "cpu.shares" : "cpu.weight"),
            (hierarchy.Version == 1 ? shares : shares / 10).ToString(CultureInfo.InvariantCulture)
        );
        _loop = MoveAsync(server, find);
    }

    /// <summary>Starts it.</summary>
    public static SimpleScript Start(BenchServer server) => new(server, HierarchyOf(server), All, 100);

    /// <summary>Starts it with slots.</summary>
    public static SimpleScript Start(BenchServer server, int slots) =>
        new(
            server,
            HierarchyOf(server),
            "select pid, row_number() over (order by query_start, pid) > "
                + slots.ToString(CultureInfo.InvariantCulture)
                + " from pg_stat_activity where usename = 'report' and state = 'active'",
            51
        );

    private static CgroupHierarchy HierarchyOf(BenchServer server) =>
        CgroupHierarchy.Find(FileRoot.Machine, server.Cluster.PostmasterProcessId)
        ?? throw new InvalidOperationException("no cgroup hierarchy with the cpu controller is visible here");

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _loop;
        while (!await IsRemovedAsync())
            await Task.Delay(Interval);
        _stop.Dispose();
    }

    /// <summary>Workers that start meanwhile, and processes that are ending, keep the group busy for a
    /// moment.</summary>
    private async Task<bool> IsRemovedAsync()
    {
        foreach (var id in await File.ReadAllLinesAsync(Path.Join(_group, "cgroup.procs")))
            Write(_parent, id);
        try
        {
            Directory.Delete(_group);
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private async Task MoveAsync(BenchServer server, string find)
    {
        await using var connection = await server.OpenAsync("postgres", CancellationToken.None);
        await using var command = new NpgsqlCommand(find, connection);
        while (!_stop.IsCancellationRequested)
        {
            await using (var reader = await command.ExecuteReaderAsync())
                while (await reader.ReadAsync())
                    Write(
                        reader.GetBoolean(1) ? _group : _parent,
                        reader.GetInt32(0).ToString(CultureInfo.InvariantCulture)
                    );
            await Task.Delay(Interval, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static void Write(string group, string id)
    {
        try
        {
            File.WriteAllText(Path.Join(group, "cgroup.procs"), id);
        }
        catch (IOException)
        {
            // It has ended.
        }
    }
}
