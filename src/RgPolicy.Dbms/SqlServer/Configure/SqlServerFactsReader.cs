using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

internal static class SqlServerFactsReader
{
    /// <summary>Trace flag 8002: the schedulers of a node share its CPUs.</summary>
    public const int SharedCpusFlag = 8002;

    private const int FirstWithHostInfo = 14;

    private const int MaxDopOption = 1539;

    /// <summary>In the order of their CPUs, which is how the language counts the server's cores. A scheduler's own node
    /// may be a part of the hardware's that the server has made: memory is near the hardware's.</summary>
    private static readonly string Schedulers =
        "SELECT s.scheduler_id, s.cpu_id, n.memory_node_id FROM sys.dm_os_schedulers AS s JOIN sys.dm_os_nodes AS n "
        + "ON n.node_id = s.parent_node_id "
        + "WHERE "
        + SqlCollation.Ignoring("s.status")
        + " = N'VISIBLE ONLINE' ORDER BY s.cpu_id";

    public static async Task<(SqlServerFacts Facts, string Name)> ReadAsync(
        SqlServerLink link,
        CancellationToken cancellationToken
    )
    {
        var server = await link.OneAsync(
            "SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')), CONVERT(nvarchar(128), "
                + "SERVERPROPERTY('Edition')), "
                + "CONVERT(int, SERVERPROPERTY('EngineEdition')), CONVERT(nvarchar(128), "
                + "SERVERPROPERTY('ServerName')), CASE WHEN N'a' = N'A' THEN 0 ELSE 1 END",
            row =>
                (
                    Version: row.GetString(0),
                    Edition: row.GetString(1),
                    Engine: row.GetInt32(2),
                    Name: row.Text(3),
                    CountsCase: row.Int(4) == 1
                ),
            cancellationToken
        );
        var facts = SqlServerFacts.Of(PartsOf(server.Version), server.Edition, server.Engine) with
        {
            CountsCase = server.CountsCase,
        };
        return (await WithStateAsync(facts, link, cancellationToken), server.Name);
    }

    public static ImmutableArray<long> PartsOf(string version) =>
        [
            .. version
                .Split('.')
                .Select(part =>
                    long.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0
                ),
        ];

    /// <summary>The server as a target. Of its host only the CPUs are known from here.</summary>
    public static async Task<TargetProfile> ReadProfileAsync(
        SqlServerLink link,
        SqlServerFacts facts,
        CancellationToken cancellationToken
    ) => (await ReadHostAsync(link, facts, cancellationToken)).Profile(link.Target, facts);

    public static async Task<SqlServerHost> ReadHostAsync(
        SqlServerLink link,
        SqlServerFacts facts,
        CancellationToken cancellationToken
    )
    {
        var cpus = await link.OneAsync(
            "SELECT cpu_count, hyperthread_ratio FROM sys.dm_os_sys_info",
            row => (Cpus: row.GetInt32(0), PerSocket: row.GetInt32(1)),
            cancellationToken
        );
        var platform =
            facts.Major < FirstWithHostInfo
                ? ["Windows"]
                : await link.QueryAsync(
                    "SELECT host_platform FROM sys.dm_os_host_info",
                    row => row.GetString(0),
                    cancellationToken
                );
        var nodes = await link.QueryAsync(Schedulers, row => row.Int(2), cancellationToken);
        var cores = Math.Max(1, facts.Schedulers.Length);
        return new SqlServerHost(
            // The host of a managed instance cannot be reached, whatever the instance tells of it: no sidecar runs
            // there.
            !facts.IsManagedInstance && platform.Count > 0 && platform[0] == "Linux"
                ? "linux"
                : "windows",
            Math.Clamp(cpus.Cpus / Math.Max(1, cpus.PerSocket), 1, cores),
            [
                .. Enumerable
                    .Range(0, nodes.Count == 0 ? 0 : nodes.Max() + 1)
                    .Select(node =>
                        Enumerable.Range(0, nodes.Count).Where(place => nodes[place] == node).ToImmutableArray()
                    ),
            ]
        );
    }

    public static async Task<IReadOnlyCollection<int>> ReadFlagsAsync(
        SqlServerLink link,
        CancellationToken cancellationToken
    ) =>
        [
            .. (
                await link.QueryAsync(
                    "DBCC TRACESTATUS(8002, 2422) WITH NO_INFOMSGS;",
                    row =>
                        (
                            Flag: Convert.ToInt32(row.GetValue(0), CultureInfo.InvariantCulture),
                            IsOn: Convert.ToInt32(row.GetValue(2), CultureInfo.InvariantCulture) == 1
                        ),
                    cancellationToken
                )
            )
                .Where(flag => flag.IsOn)
                .Select(flag => flag.Flag),
        ];

    private static async Task<SqlServerFacts> WithStateAsync(
        SqlServerFacts facts,
        SqlServerLink link,
        CancellationToken cancellationToken
    )
    {
        var schedulers = await link.QueryAsync(Schedulers, row => (Id: row.Int(0), Cpu: row.Int(1)), cancellationToken);
        var affinity = await link.QueryAsync(
            "SELECT affinity_type_desc FROM sys.dm_os_sys_info",
            row => row.GetString(0),
            cancellationToken
        );
        var flags = await ReadFlagsAsync(link, cancellationToken);
        var tempdb = await link.OneAsync(
            "SELECT COUNT(*), COUNT(CASE WHEN growth > 0 AND max_size > 0 THEN 1 END), COUNT(CASE WHEN growth = 0 "
                + "AND max_size = -1 THEN 1 END) FROM sys.master_files WHERE database_id = 2 AND type = 0",
            row => (Files: row.GetInt32(0), Limited: row.GetInt32(1), Full: row.GetInt32(2)),
            cancellationToken
        );
        var apart = await link.QueryAsync(
            $"SELECT COUNT(*) FROM {PoolAffinity.EffectiveViews}resource_pool_affinity WHERE pool_id = 2",
            row => row.GetInt32(0),
            cancellationToken
        );
        var maxDop = await link.QueryAsync(
            FormattableString.Invariant(
                $"SELECT CONVERT(int, value_in_use) FROM sys.configurations WHERE configuration_id = {MaxDopOption}"
            ),
            row => row.GetInt32(0),
            cancellationToken
        );
        return facts with
        {
            MaxDop = maxDop is [var most, ..] ? most : 0,
            KeepsDefaultApart = apart[0] > 0,
            Schedulers = [.. schedulers.Select(each => each.Id)],
            Cpus = [.. schedulers.Select(each => each.Cpu).Distinct()],
            HasAutomaticAffinity = affinity.Count > 0 && affinity[0] == "AUTO",
            HasFlag8002 = flags.Contains(SharedCpusFlag),
            HasFlag2422 = flags.Contains(2422),
            HasBoundedTempdb = tempdb.Files > 0 && (tempdb.Limited == tempdb.Files || tempdb.Full == tempdb.Files),
        };
    }
}

/// <summary>What a server tells of its host: not more than its CPUs.</summary>
internal sealed record SqlServerHost(string OperatingSystem, int Sockets, ImmutableArray<ImmutableArray<int>> NumaNodes)
{
    public TargetProfile Profile(string name, SqlServerFacts facts) =>
        TargetProfile.Generic with
        {
            Name = name,
            DbmsKind = "sqlserver",
            DbmsVersion = facts.Version,
            OperatingSystem = OperatingSystem,
            Cores = Math.Max(1, facts.Schedulers.Length),
            Sockets = Sockets,
            NumaNodes = NumaNodes,
            LlcWays = 0,
            ClassesOfService = 0,
            HasMemoryBandwidthAllocation = false,
            Capabilities = facts.IsManagedInstance ? [TargetProfile.ManagedInstance] : [],
        };
}
