using RgPolicy.Dbms.Beside;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.PostgreSql.History;

/// <summary>The history of running statements, read beside the poll on a connection of its own: known ones every 10 s,
/// new ones after a second at the latest. Used by the loop alone.</summary>
internal sealed class PostgresHistoryCache : BesideCache<List<KeyValuePair<PostgresHistoryKey, HistoryFacts>>>
{
    private const int CommandTimeoutSeconds = 1;
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private readonly PostgresConnectionOptions _options;
    private readonly OwnBackends _own;
    private readonly KnownHistories<PostgresHistoryKey> _known;
    private PostgresSession? _session;
    private List<PostgresHistoryKey> _asked = [];
    private string _schema = "";

    public PostgresHistoryCache(
        PostgresConnectionOptions options,
        int capacity,
        OwnBackends own,
        ObserverNotes notes,
        TimeProvider time
    )
        : base(
            new Pauses(ShortestPause),
            new FailureNote(notes, "the history of statements", PostgresError.Reason),
            time
        )
    {
        (_options, _own) = (options, own);
        _known = new KnownHistories<PostgresHistoryKey>(capacity);
    }

    /// <summary>The schema of pg_stat_statements in the connected database; null where it is not installed.</summary>
    public string? Schema { get; set; }

    public HistoryFacts? Find(in ActivityRow row) => row.QueryId != 0 ? _known.Find(PostgresHistoryKey.Of(row)) : null;

    public void Update(IReadOnlyList<RunningQuery> running)
    {
        if (Beside.Take(out var found))
            _known.TakeIn(_asked, found);
        var keys = running.Where(q => q.Row.QueryId != 0).Select(q => PostgresHistoryKey.Of(q.Row));
        if (Schema is not { } schema || !Beside.IsDue || !_known.IsDue(Beside.Age, keys))
            return;
        _schema = schema;
        _asked = [.. keys.Distinct()];
        if (_asked.Count > 0)
            Beside.Ask();
    }

    /// <summary>Gives up the connection; it is made again when it is needed.</summary>
    public async Task GiveUpConnectionAsync()
    {
        await SettleAsync();
        await CloseAsync();
    }

    protected override async Task<List<KeyValuePair<PostgresHistoryKey, HistoryFacts>>> ReadAsync(
        CancellationToken cancellationToken
    )
    {
        _session ??= await PostgresSession.OpenAsync(_options, null, CommandTimeoutSeconds, _own, cancellationToken);
        return await PostgresStatementHistory.ReadAsync(_session, _schema, _asked, cancellationToken);
    }

    protected override async Task CloseAsync()
    {
        if (_session is not { } session)
            return;
        _session = null;
        await session.DisposeAsync();
    }
}

/// <summary>Whose history of which statement: what others run under the same query id does not count, for from 18 on
/// that is of the names of tables, and their tables may be others.</summary>
internal readonly record struct PostgresHistoryKey(uint Database, uint Login, long QueryId)
{
    public static PostgresHistoryKey Of(in ActivityRow row) => new(row.Database, row.Login, row.QueryId);
}

internal static class PostgresStatementHistory
{
    /// <summary>Reads those of these statements, as their logins ran them or as roles that these can become.</summary>
    public static async Task<List<KeyValuePair<PostgresHistoryKey, HistoryFacts>>> ReadAsync(
        PostgresSession session,
        string schema,
        IReadOnlyCollection<PostgresHistoryKey> asked,
        CancellationToken cancellationToken
    )
    {
        long[] queries = [.. asked.Select(a => a.QueryId)];
        uint[] logins = [.. asked.Select(a => a.Login)];
        return await PostgresQuery.ListAsync(
            session.Connection,
            Sql(schema),
            [queries, logins],
            static row =>
                KeyValuePair.Create(
                    new PostgresHistoryKey(row.GetFieldValue<uint>(0), row.GetFieldValue<uint>(1), row.GetInt64(2)),
                    new HistoryFacts(
                        row.GetInt64(3),
                        TimeSpan.FromMilliseconds(row.GetDouble(4)),
                        null,
                        null,
                        row.GetInt64(5)
                    )
                    {
                        MeanBuffers = row.GetDouble(6),
                    }
                ),
            cancellationToken
        );
    }

    private static string Sql(string schema) =>
        $"""
            SELECT dbid, asked.login, queryid, sum(calls)::int8, sum(total_exec_time) / sum(calls),
                   (sum(shared_blks_read) * current_setting('block_size')::int8 / sum(calls))::int8,
                   (sum(shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read) / sum(calls))::float8
              FROM {PostgresSetup.Quote(schema)}.pg_stat_statements(false)
              JOIN (SELECT DISTINCT queryid, login FROM unnest($1, $2) a(queryid, login)) asked USING (queryid)
             WHERE pg_has_role(asked.login, userid, 'MEMBER')
             GROUP BY dbid, asked.login, queryid
            HAVING sum(calls) > 0
            """;
}
