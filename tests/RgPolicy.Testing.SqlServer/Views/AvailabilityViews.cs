using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>Availability groups. A login without the right to see definitions sees none; a secondary knows only its
/// own state.</summary>
internal static class AvailabilityViews
{
    /// <summary>A view's rows, or null for another view.</summary>
    public static RowSet? Find(ServerState server, SessionRow session, string name)
    {
        var groups = session.Login.Has("VIEW ANY DEFINITION") ? server.Groups : [];
        return name switch
        {
            "sys.availability_groups" => Groups(server, groups),
            "sys.availability_replicas" => new RowSet(
                ["group_id", "replica_server_name", "read_only_routing_url"],
                [
                    .. groups.SelectMany(group =>
                        group.Replicas.Select(each =>
                            new object?[] { group.Name, each.Server, $"TCP://127.0.0.1:{each.Port}" }
                        )
                    ),
                ]
            ),
            "sys.availability_group_listeners" => new RowSet(
                ["group_id", "dns_name"],
                [.. groups.Select(each => new object?[] { each.Name, each.Listener })]
            ),
            "sys.dm_hadr_availability_replica_states" => new RowSet(
                ["group_id", "is_local", "role_desc"],
                [.. server.Groups.SelectMany(each => States(server, each))]
            ),
            "sys.dm_hadr_availability_group_states" => new RowSet(
                ["group_id", "primary_replica"],
                [.. server.Groups.Select(each => new object?[] { each.Name, each.Primary })]
            ),
            "sys.dm_hadr_database_replica_states" => new RowSet(
                ["database_id", "group_id", "is_local"],
                [
                    .. server.Groups.SelectMany(group =>
                        server
                            .Scenario.Databases.Where(each => each.Name == group.Database)
                            .Select(each => new object?[] { each.Id, group.Name, true })
                    ),
                ]
            ),
            _ => null,
        };
    }

    /// <summary>The contained group that a session is in, or null.</summary>
    public static object? ContainedGroupOf(ServerState server) =>
        server.Groups.FirstOrDefault(each => each.IsContained)?.Name;

    private static RowSet Groups(ServerState server, IReadOnlyList<ScriptedGroup> groups) =>
        server.Release.Major < ServerRelease.Major2022
            ? new RowSet(
                ["group_id", "name", "is_distributed"],
                [.. groups.Select(each => new object?[] { each.Name, each.Name, each.IsDistributed })]
            )
            : new RowSet(
                ["group_id", "name", "is_distributed", "is_contained"],
                [.. groups.Select(each => new object?[] { each.Name, each.Name, each.IsDistributed, each.IsContained })]
            );

    private static IEnumerable<object?[]> States(ServerState server, ScriptedGroup group) =>
        group
            .Replicas.Where(each => each.Server == server.Name || server.Name == group.Primary)
            .Select(each =>
                new object?[]
                {
                    group.Name,
                    each.Server == server.Name,
                    each.Server == group.Primary ? "PRIMARY" : "SECONDARY",
                }
            );
}
