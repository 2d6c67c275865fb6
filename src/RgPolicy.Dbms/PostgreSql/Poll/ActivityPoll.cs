using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// The poll's statement, prepared once per connection. It returns no text: what is text is asked for only when it is new.
/// </summary>
internal sealed class ActivityPoll : IAsyncDisposable
{
    // The poll's own row is always there, so that the clock is too.
    private const string From = """
               clock_timestamp(), s.backend_type = 'parallel worker'
          FROM pg_stat_get_activity(NULL) s
         WHERE s.state IN ('active', 'fastpath function call')
           AND s.backend_type IN ('client backend', 'parallel worker')
           AND s.query_start IS NOT NULL AND s.backend_start IS NOT NULL
        """;

    private const string Full = """
        SELECT s.pid, coalesce(s.leader_pid, 0), s.datid, s.usesysid, coalesce(s.query_id, 0), s.query_start, s.backend_start,
               coalesce(nullif(hashtextextended(s.application_name, 0), 0), 1), coalesce(s.wait_event_type = 'Lock', false),
               (SELECT pg_has_role('pg_read_all_stats', 'USAGE')),
               (SELECT array_agg(i.pid) FROM pg_stat_get_activity(NULL) i
                 WHERE i.state IN ('idle', 'idle in transaction') AND i.backend_type = 'client backend'
                   AND i.usesysid <> quote_ident(current_user)::regrole
                   AND i.state_change > clock_timestamp() - interval '3 s'),

        """ + From;

    private const string Lean = """
        SELECT s.pid, coalesce(s.leader_pid, 0), s.datid, s.usesysid, coalesce(s.query_id, 0), s.query_start, s.backend_start,
               0::int8, false, true, NULL::int4[],

        """ + From;

    private readonly PostgresSession _session;
    private readonly NpgsqlCommand _full;
    private readonly NpgsqlCommand _lean;

    private ActivityPoll(PostgresSession session)
    {
        _session = session;
        _full = new NpgsqlCommand(Full, session.Connection);
        _lean = new NpgsqlCommand(Lean, session.Connection);
    }

    /// <summary>Prepares it.</summary>
    public static async Task<ActivityPoll> PrepareAsync(PostgresSession session, CancellationToken cancellationToken)
    {
        var poll = new ActivityPoll(session);
        await poll._full.PrepareAsync(cancellationToken);
        await poll._lean.PrepareAsync(cancellationToken);
        return poll;
    }

    /// <summary>Polls into a snapshot; a lean one leaves out names of applications, lock waits and RgPolicy's own right.</summary>
    public async Task RunAsync(ActivitySnapshot snapshot, bool isLean, CancellationToken cancellationToken)
    {
        snapshot.Clear();
        snapshot.IsLean = isLean;
        await using var reader = await (isLean ? _lean : _full).ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken)) Add(snapshot, reader);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _full.DisposeAsync();
        await _lean.DisposeAsync();
    }

    private void Add(ActivitySnapshot snapshot, NpgsqlDataReader reader)
    {
        var row = new ActivityRow(
            reader.GetInt32(0), reader.GetInt32(1), reader.GetFieldValue<uint>(2), reader.GetFieldValue<uint>(3), reader.GetInt64(4),
            reader.GetDateTime(5), reader.GetDateTime(6), reader.GetInt64(7), reader.GetBoolean(8));
        if (row.ProcessId == _session.ProcessId)
        {
            snapshot.ReadsAllStatistics = reader.GetBoolean(9);
            snapshot.RecentlyIdle = snapshot.IsLean ? null : reader.IsDBNull(10) ? [] : reader.GetFieldValue<int[]>(10);
            snapshot.Time = reader.GetDateTime(11);
            snapshot.Elapsed = snapshot.Time - row.Started;
        }
        else if (reader.GetBoolean(12)) snapshot.Workers.Add(row);
        else snapshot.Backends.Add(row);
    }
}
