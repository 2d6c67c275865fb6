using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>The tables that a backend has locked: what its transaction works on, where the text does not tell. A lock
/// is held to the end of the transaction, so that those of earlier statements are among them.</summary>
internal static class LockedRelations
{
    private const int MostNames = 5;

    /// <summary>The oids of everything that it has locked; none once the execution has ended.</summary>
    public static async Task<uint[]> ReadAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    ) =>
        await PostgresQuery.AskAsync(
            session.Connection,
            AllSql,
            [request.ProcessId, request.Started],
            cancellationToken
        ) as uint[]
        ?? [];

    /// <summary>The largest tables with their sizes as of the last VACUUM or ANALYZE, in words; empty
    /// where there are none.</summary>
    public static async Task<string> DescribeAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var tables = await PostgresQuery.ListAsync(
            session.Connection,
            Sql,
            [request.ProcessId, request.Started],
            static row => $"{row.GetString(0)} ({row.GetString(1)})",
            cancellationToken
        );
        if (tables.Count == 0)
            return "";
        var more = tables.Count - MostNames;
        return $"; its transaction has locked {string.Join(", ", tables.Take(MostNames))}{(more > 0 ? $" and {more} more" : "")}";
    }

    private const string AllSql = """
        SELECT array_agg(DISTINCT l.relation)
          FROM pg_locks l
         WHERE l.pid = $1 AND l.locktype = 'relation' AND l.granted
           AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND EXISTS (SELECT FROM pg_stat_get_activity($1) a WHERE a.query_start = $2 AND a.state = 'active')
        """;

    // Nothing of it waits for a lock: sizes come from the catalog.
    private const string Sql = """
        SELECT c.relname::text,
               CASE WHEN c.relpages > 0 THEN pg_size_pretty(c.relpages * current_setting('block_size')::int8) ELSE 'size not known' END
          FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
         WHERE l.pid = $1 AND l.locktype = 'relation' AND l.granted AND c.oid >= 16384 AND c.relkind IN ('r', 'm', 'p', 'f')
           AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND EXISTS (SELECT FROM pg_stat_get_activity($1) a WHERE a.query_start = $2 AND a.state = 'active')
         GROUP BY c.oid, c.relname, c.relpages
         ORDER BY c.relpages DESC, c.relname
        """;
}
