using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Compares what planning has locked with what the verdict names: anything else was taken by something that
/// should not have run. pg_locks is public, so a lock can also carry what its taker knows.</summary>
internal sealed class PlanLocks(NpgsqlConnection connection) : IAsyncDisposable
{
    private static readonly uint[] None = [];

    private readonly PostgresQuery _beyond = new(connection, [(FiguresSql.OwnNames, []), (Beyond, [None, None])]);
    private uint[] _ours = [];

    /// <summary>Prepares it, while names mean the server's own.</summary>
    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _beyond.PrepareAsync(cancellationToken);
        await BeyondAsync([], cancellationToken);
    }

    /// <summary>Learns what the guard's own statements lock, at the end of a transaction that ran all of them.</summary>
    public async Task LearnAsync(CancellationToken cancellationToken)
    {
        await BeyondAsync([], cancellationToken);
        _ours = await PostgresQuery.AskAsync(connection, Own, [], cancellationToken) as uint[] ?? [];
    }

    /// <summary>The first lock that planning relations took beyond them, in words; or null.</summary>
    public async Task<string?> BeyondAsync(uint[] relations, CancellationToken cancellationToken) =>
        await _beyond.ScalarAsync([relations, _ours], cancellationToken) as string;

    public ValueTask DisposeAsync() => _beyond.DisposeAsync();

    private const string Mine = """
        FROM pg_locks l
         WHERE l.pid = pg_backend_pid() AND NOT (l.locktype = 'virtualxid' AND l.mode = 'ExclusiveLock')
        """;

    // What the server's own views read has no entries in pg_depend. A partition's bounds are read in its parents.
    private const string Beyond =
        """
            WITH RECURSIVE
            mine AS MATERIALIZED (SELECT l.locktype, l.relation, l.mode
            """
        + "\n"
        + Mine
        + """
            ),
            reached(oid) AS (
                SELECT unnest($1)
                UNION
                SELECT next.oid
                  FROM reached r JOIN pg_class c ON c.oid = r.oid, LATERAL (
                        SELECT m[1]::oid AS oid FROM pg_rewrite w, regexp_matches(w.ev_action::text, ':relid ([0-9]+)', 'g') m
                         WHERE c.relkind = 'v' AND w.ev_class = c.oid AND w.ev_type = '1'
                        UNION ALL
                        SELECT i.inhrelid FROM pg_inherits i WHERE c.relhassubclass AND i.inhparent = c.oid) next),
            parent(oid) AS (
                SELECT c.oid FROM reached r JOIN pg_class c ON c.oid = r.oid WHERE c.relispartition
                UNION
                SELECT i.inhparent FROM parent p JOIN pg_inherits i ON i.inhrelid = p.oid),
            meant(oid) AS MATERIALIZED (SELECT oid FROM reached UNION SELECT oid FROM parent UNION SELECT unnest($2))
            SELECT CASE WHEN m.relation IS NULL THEN format('a lock of kind %s (%s)', m.locktype, m.mode)
                        ELSE format('a lock on %s (%s)', (SELECT c.relname FROM pg_class c WHERE c.oid = m.relation), m.mode) END
              FROM mine m
             WHERE NOT (m.locktype = 'relation' AND m.mode = 'AccessShareLock'
                        AND EXISTS (SELECT FROM meant
                                     WHERE oid IN (m.relation, (SELECT i.indrelid FROM pg_index i WHERE i.indexrelid = m.relation))))
             LIMIT 1
            """;

    private const string Own =
        "SELECT array_agg(DISTINCT coalesce(i.indrelid, k.relation)) FROM (SELECT l.relation "
        + Mine
        + " AND l.locktype = 'relation' AND l.relation < 16384::oid) k LEFT JOIN pg_index i ON i.indexrelid = k.relation";
}

/// <summary>Planning a statement took a lock that its verdict does not name.</summary>
internal sealed class BeyondVerdictException(string message) : Exception(message);
