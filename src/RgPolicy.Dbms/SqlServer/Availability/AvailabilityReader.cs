using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Availability;

/// <summary>Reads which availability groups a server is in. A server without any is asked one question.</summary>
internal static class AvailabilityReader
{
    private const string Listeners =
        "SELECT g.name, l.dns_name FROM sys.availability_group_listeners AS l "
        + "JOIN sys.availability_groups AS g ON g.group_id = l.group_id";

    private const string Roles =
        "SELECT g.name, s.role_desc FROM sys.dm_hadr_availability_replica_states AS s "
        + "JOIN sys.availability_groups AS g ON g.group_id = s.group_id WHERE s.is_local = 1 AND g.is_distributed = 0";

    /// <remarks><c>facts</c>: what kind of server it is; a managed instance has its replicas for itself. <c>host</c>:
    /// the host that the connection names: a listener, or the server itself.</remarks>
    public static async Task<AvailabilityGroups> ReadAsync(
        SqlServerLink link,
        SqlServerFacts facts,
        string host,
        CancellationToken cancellationToken
    )
    {
        if (facts.IsManagedInstance || !await HasReplicasAsync(link, cancellationToken))
            return AvailabilityGroups.None;
        var members = await ReadMembersAsync(link, facts, cancellationToken);
        var listeners = await ReadPairsAsync(link, Listeners, cancellationToken);
        var roles = await ReadPairsAsync(link, Roles, cancellationToken);
        return new AvailabilityGroups(
            members,
            roles.ToImmutableSortedDictionary(
                each => each.Item1,
                each => each.Item2.ToLowerInvariant(),
                StringComparer.Ordinal
            ),
            [.. listeners.Where(each => IsListener(host, each.Item2)).Select(each => each.Item1)],
            members.Any(each => each.IsContained) ? await ReadWithinAsync(link, cancellationToken) : null
        );
    }

    private static async Task<bool> HasReplicasAsync(SqlServerLink link, CancellationToken cancellationToken) =>
        await link.OneAsync("SELECT COUNT(*) FROM sys.availability_replicas", row => row.GetInt32(0), cancellationToken)
        > 0;

    private static async Task<ImmutableArray<GroupReplica>> ReadMembersAsync(
        SqlServerLink link,
        SqlServerFacts facts,
        CancellationToken cancellationToken
    )
    {
        var contained = facts.Major >= SqlServerRelease.First2022 ? "g.is_contained" : "CONVERT(bit, 0)";
        return
        [
            .. await link.QueryAsync(
                $"SELECT g.name, {contained}, r.replica_server_name, r.read_only_routing_url "
                    + "FROM sys.availability_replicas AS r "
                    + "JOIN sys.availability_groups AS g ON g.group_id = r.group_id WHERE g.is_distributed = 0",
                row => new GroupReplica(row.GetString(0), row.GetBoolean(1), row.GetString(2), row.TextOrNull(3)),
                cancellationToken
            ),
        ];
    }

    private static async Task<ImmutableArray<(string, string)>> ReadPairsAsync(
        SqlServerLink link,
        string query,
        CancellationToken cancellationToken
    ) => [.. await link.QueryAsync(query, row => (row.GetString(0), row.Text(1)), cancellationToken)];

    private static async Task<string?> ReadWithinAsync(SqlServerLink link, CancellationToken cancellationToken) =>
        (
            await link.QueryAsync(
                "SELECT g.name FROM sys.dm_exec_sessions AS s "
                    + "JOIN sys.availability_groups AS g ON g.group_id = s.contained_availability_group_id "
                    + "WHERE s.session_id = @@SPID",
                row => row.GetString(0),
                cancellationToken
            )
        ).FirstOrDefault();

    /// <summary>A listener has one name in the DNS; a connection may add the domain to it.</summary>
    private static bool IsListener(string host, string name) =>
        name.Length > 0
        && (
            host.Equals(name, StringComparison.OrdinalIgnoreCase)
            || host.StartsWith(name + ".", StringComparison.OrdinalIgnoreCase)
        );
}
