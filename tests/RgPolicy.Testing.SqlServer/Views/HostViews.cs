using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>What the server tells of its host, its files and databases.</summary>
internal static class HostViews
{
    private const int Schedulers = 8;
    private const int Nodes = 2;
    private const int SoftNodes = 4;

    /// <summary>A view's rows, or null for another view.</summary>
    public static RowSet? Find(ServerState server, string name) =>
        name switch
        {
            "sys.dm_os_sys_info" => new RowSet(
                ["cpu_count", "hyperthread_ratio", "affinity_type_desc"],
                [
                    [Schedulers, Schedulers, "MANUAL"],
                ]
            ),
            "sys.dm_os_host_info" => new RowSet(
                ["host_platform"],
                [
                    ["Linux"],
                ]
            ),
            "sys.dm_os_schedulers" => new RowSet(
                ["scheduler_id", "cpu_id", "status", "parent_node_id"],
                [
                    .. Enumerable
                        .Range(0, Schedulers)
                        .Select(each => new object?[] { each, each, "VISIBLE ONLINE", each * SoftNodes / Schedulers }),
                ]
            ),
            "sys.dm_os_nodes" => new RowSet(
                ["node_id", "memory_node_id", "processor_group"],
                [
                    .. Enumerable
                        .Range(0, SoftNodes)
                        .Select(each => new object?[] { (short)each, (short)(each * Nodes / SoftNodes), (short)0 }),
                ]
            ),
            "sys.configurations" => new RowSet(
                ["configuration_id", "name", "value_in_use"],
                [
                    [1539, "max degree of parallelism", server.MaxDop],
                ]
            ),
            "sys.master_files" => new RowSet(
                ["database_id", "type", "growth", "max_size"],
                [
                    [2, (byte)0, 0, 1024],
                ]
            ),
            "sys.databases" => new RowSet(
                ["database_id", "name", "state", "is_read_only"],
                [.. server.Scenario.Databases.Select(each => new object?[] { (int)each.Id, each.Name, (byte)0, false })]
            ),
            _ => null,
        };
}
