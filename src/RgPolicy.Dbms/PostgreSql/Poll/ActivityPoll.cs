using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>The poll's statement, prepared once per connection. It returns no text: what is text is asked for only when
/// it is new.</summary>
internal sealed class ActivityPoll : IAsyncDisposable
{
    /// <summary>What a backend <c>s</c> waits for while it commits, or while it holds or wants a lightweight lock that
    /// all need. Locks between the processes of one query (parallel hash joins and the like) hold up nothing else.
    /// Every scan of a table that the server's cache does not hold waits for locks of buffers all the time, for
    /// microseconds, and a backend that waits for one does not hold it.</summary>
    internal const string IsCritical = """
        CASE s.wait_event_type
          WHEN 'LWLock' THEN s.wait_event NOT LIKE 'Parallel%' AND s.wait_event NOT LIKE 'PerSession%'
                             AND s.wait_event NOT IN ('SharedTupleStore', 'SharedTidBitmap', 'BufferMapping', 'BufferContent')
          WHEN 'IO' THEN upper(s.wait_event) LIKE 'WAL%' OR s.wait_event LIKE 'SLRU%' OR s.wait_event LIKE 'Twophase%'
                         OR s.wait_event = 'DataFileExtend'
          WHEN 'IPC' THEN s.wait_event IN ('SyncRep', 'ProcArrayGroupUpdate', 'XactGroupUpdate', 'ClogGroupUpdate')
          ELSE false
        END
        """;

    internal const string IsLog = """
        CASE WHEN s.wait_event_type IN ('LWLock', 'IO') THEN upper(s.wait_event) LIKE 'WAL%' ELSE false END
        """;

    /// <summary>What the wait of a backend <c>s</c> tells of its operator, as <see cref="WorkWait"/>. The names of
    /// files were written otherwise before 17.</summary>
    internal const string Work = """
        CASE WHEN s.wait_event_type = 'IO' AND lower(s.wait_event) LIKE 'buffile%' THEN 1
             WHEN s.wait_event_type = 'IPC' AND s.wait_event LIKE 'Hash%' THEN 2
             ELSE 0 END
        """;

    // $1 holds the types of background workers that count as clients.
    private const string RunsAQuery = """
        s.state IN ('active', 'fastpath function call') AND (s.backend_type IN ('client backend', 'parallel worker') OR s.backend_type = ANY ($1))
        AND s.query_start IS NOT NULL AND s.backend_start IS NOT NULL
        """;

    // Every process that waits for a lock is included, of whatever kind. The poll's own row is always included, and the
    // server's clock with it.
    private const string From =
        """
                   clock_timestamp(), s.backend_type = 'parallel worker', coalesce(s.wait_event_type = 'Lock', false),
                   coalesce(s.wait_event = 'advisory', false), s.backend_xid IS NOT NULL AND s.xact_start < s.query_start,
            """
        + " "
        + IsCritical
        + """
            , s.backend_type NOT IN ('client backend', 'parallel worker'),
            """
        + " "
        + Work
        + ", "
        + IsLog
        + """
            , coalesce(s.xact_start > s.query_start - interval '50 ms', false)
              FROM pg_stat_get_activity(NULL) s
             WHERE (
            """
        + " "
        + RunsAQuery
        + """
            )
                OR (s.wait_event_type = 'Lock' AND s.backend_type <> 'client backend')
            """;

    // Whatever a policy uses is read in every poll: of the backends that work, which are few, it costs next to nothing.
    private const string Start =
        """
            SELECT s.pid, coalesce(s.leader_pid, 0), coalesce(s.datid, 0), coalesce(s.usesysid, 0), coalesce(s.query_id, 0),
                   coalesce(s.query_start, '-infinity'), coalesce(s.backend_start, '-infinity'), coalesce(
            """
        + RunsAQuery
        + """
            , false),
                   coalesce(nullif(hashtextextended(s.application_name, 0), 0), 1), (SELECT pg_has_role('pg_read_all_stats', 'USAGE')),

            """;

    // A second pass over all backends, which costs as much again.
    private const string RecentlyIdle = """
               (SELECT array_agg(i.pid) FROM pg_stat_get_activity(NULL) i
                 WHERE i.state IN ('idle', 'idle in transaction') AND i.backend_type = 'client backend'
                   AND i.usesysid <> quote_ident(current_user)::regrole
                   AND i.state_change > clock_timestamp() - interval '3 s'),

        """;

    private const string Full = Start + RecentlyIdle + From;
    private const string Lean = Start + "NULL::int4[], " + From;

    private readonly PostgresSession _session;
    private readonly PostgresQuery _full;
    private readonly PostgresQuery _lean;

    private ActivityPoll(PostgresSession session, ImmutableArray<string> clientTypes)
    {
        _session = session;
        _full = new PostgresQuery(session.Connection, Full, [clientTypes.ToArray()]);
        _lean = new PostgresQuery(session.Connection, Lean, [clientTypes.ToArray()]);
    }

    public static async Task<ActivityPoll> PrepareAsync(
        PostgresSession session,
        ImmutableArray<string> clientTypes,
        CancellationToken cancellationToken
    )
    {
        var poll = new ActivityPoll(session, clientTypes);
        await poll._full.PrepareAsync(cancellationToken);
        await poll._lean.PrepareAsync(cancellationToken);
        return poll;
    }

    /// <summary>Polls into a snapshot; a lean poll leaves out backends that were idle a moment ago.</summary>
    public async Task RunAsync(ActivitySnapshot snapshot, bool isLean, CancellationToken cancellationToken)
    {
        snapshot.Clear();
        snapshot.IsLean = isLean;
        await using var reader = await (isLean ? _lean : _full).OpenAsync([], cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            Add(snapshot, reader);
    }

    public async ValueTask DisposeAsync()
    {
        await _full.DisposeAsync();
        await _lean.DisposeAsync();
    }

    private void Add(ActivitySnapshot snapshot, NpgsqlDataReader reader)
    {
        var (isQuery, isWorker) = (reader.GetBoolean(7), reader.GetBoolean(12));
        var row = new ActivityRow(
            reader.GetInt32(0),
            reader.GetInt32(1),
            reader.GetFieldValue<uint>(2),
            reader.GetFieldValue<uint>(3),
            reader.GetInt64(4),
            reader.GetDateTime(5),
            reader.GetDateTime(6),
            reader.GetInt64(8),
            reader.GetBoolean(13),
            reader.GetBoolean(14),
            !reader.IsDBNull(15) && reader.GetBoolean(15),
            !reader.IsDBNull(16) && reader.GetBoolean(16)
        )
        {
            IsBackgroundWorker = reader.GetBoolean(17),
            Work = (WorkWait)reader.GetInt32(18),
            IsLog = !reader.IsDBNull(19) && reader.GetBoolean(19),
            BeganWithTransaction = reader.GetBoolean(20),
        };
        if (row.ProcessId == _session.ProcessId)
        {
            snapshot.ReadsAllStatistics = reader.GetBoolean(9);
            snapshot.RecentlyIdle =
                snapshot.IsLean ? null
                : reader.IsDBNull(10) ? []
                : reader.GetFieldValue<int[]>(10);
            snapshot.Time = reader.GetDateTime(11);
            snapshot.Elapsed = snapshot.Time - row.Started;
        }
        else if (!isQuery)
            snapshot.OtherWaiters.Add(row);
        else if (isWorker)
            snapshot.Workers.Add(row);
        else
            snapshot.Backends.Add(row);
    }
}
