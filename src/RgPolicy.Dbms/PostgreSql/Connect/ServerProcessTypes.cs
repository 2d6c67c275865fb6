namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>What <c>pg_stat_activity.backend_type</c> calls PostgreSQL's own processes, of all versions: they never
/// count as clients, whatever the settings say.</summary>
internal static class ServerProcessTypes
{
    private static readonly FrozenSet<string> Own = FrozenSet.ToFrozenSet(
        [
            "archiver",
            "autovacuum launcher",
            "autovacuum worker",
            "background worker",
            "background writer",
            "checkpointer",
            "dead-end client backend",
            "io worker",
            "logger",
            "logical replication apply worker",
            "logical replication launcher",
            "logical replication parallel worker",
            "logical replication tablesync worker",
            "logical replication worker",
            "not initialized",
            "slotsync worker",
            "standalone backend",
            "startup",
            "stats collector",
            "walreceiver",
            "walsender",
            "walsummarizer",
            "walwriter",
        ],
        StringComparer.OrdinalIgnoreCase
    );

    private static readonly FrozenSet<string> Clients = FrozenSet.ToFrozenSet(
        ["client backend", "parallel worker"],
        StringComparer.OrdinalIgnoreCase
    );

    /// <summary>Why these may not count as clients beside the server's own clients, or null where they may.</summary>
    public static string? Refuse(IEnumerable<string> types) =>
        types.Select(Refuse).FirstOrDefault(each => each is not null);

    private static string? Refuse(string type)
    {
        if (Clients.TryGetValue(type, out var client))
            return $"'{client}' counts as a client without being named: leave it out of the client backend types";
        return Own.TryGetValue(type, out var own)
            ? $"'{own}' is what PostgreSQL calls a process of its own, which is never governed: name only background "
                + "workers that run users' SQL, "
                + "as pg_stat_activity.backend_type shows them, such as 'pg_cron'"
            : null;
    }
}
