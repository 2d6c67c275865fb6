using RgPolicy.Dbms.Caching;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.PostgreSql.History;

/// <summary>
/// Keeps the history of running statements, read beside the poll on a connection of its own: known ones
/// every 10 s, new ones after a second at the latest. Used by the loop alone; the reading itself is a task whose result
/// the next poll picks up.
/// </summary>
internal sealed class PostgresHistoryCache(
    PostgresConnectionOptions options,
    int capacity,
    OwnBackends own,
    TimeProvider time
) : IAsyncDisposable
{
    private const int CommandTimeoutSeconds = 1;
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private readonly LeastRecentlyUsed<PostgresHistoryKey, HistoryFacts?> _known = new(capacity);
    private readonly CancellationTokenSource _stop = new();
    private Task<List<(PostgresHistoryKey Key, HistoryFacts Facts)>>? _reading;
    private PostgresSession? _session;
    private List<PostgresHistoryKey> _asked = [];
    private long? _readAt;

    /// <summary>The schema of pg_stat_statements in the connected database; null where it is not installed.</summary>
    public string? Schema { get; set; }

    /// <summary>The history of a statement, or null.</summary>
    public HistoryFacts? Find(in ActivityRow row) =>
        row.QueryId != 0 && _known.TryGet(PostgresHistoryKey.Of(row), out var facts) ? facts : null;

    /// <summary>Takes in what was read, and begins to read again when it is time.</summary>
    public void Update(IReadOnlyList<RunningQuery> running)
    {
        if (Schema is not { } schema)
            return;
        if (_reading is { IsCompletedSuccessfully: true } done)
            TakeIn(done.Result);
        if (_reading is not null || !IsDue(running))
            return;
        _asked = [.. running.Where(q => q.Row.QueryId != 0).Select(q => PostgresHistoryKey.Of(q.Row)).Distinct()];
        _readAt = time.GetTimestamp();
        if (_asked.Count > 0)
            _reading = Task.Run(() => ReadAsync(schema, _asked));
    }

    /// <summary>Gives up the connection; it is made again when it is needed.</summary>
    public async Task GiveUpConnectionAsync()
    {
        if (_reading is not null)
            await _reading;
        if (_session is not null)
            await _session.DisposeAsync();
        _session = null;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await GiveUpConnectionAsync();
        _stop.Dispose();
    }

    private bool IsDue(IReadOnlyList<RunningQuery> running)
    {
        if (_readAt is not { } readAt)
            return true;
        var age = time.GetElapsedTime(readAt);
        if (age >= Lifetime)
            return true;
        if (age < ShortestPause)
            return false;
        foreach (var query in running)
            if (query.Row.QueryId != 0 && !_known.TryGet(PostgresHistoryKey.Of(query.Row), out _))
                return true;
        return false;
    }

    private void TakeIn(List<(PostgresHistoryKey Key, HistoryFacts Facts)> found)
    {
        _reading = null;
        foreach (var key in _asked)
            if (!_known.TryGet(key, out _))
                _known.Put(key, null);
        foreach (var (key, facts) in found)
            if (!_known.TryGet(key, out var before) || before != facts)
                _known.Put(key, facts);
    }

    private async Task<List<(PostgresHistoryKey Key, HistoryFacts Facts)>> ReadAsync(
        string installedIn,
        IReadOnlyCollection<PostgresHistoryKey> asked
    )
    {
        try
        {
            _session ??= await PostgresSession.OpenAsync(options, null, CommandTimeoutSeconds, own, _stop.Token);
            return await PostgresStatementHistory.ReadAsync(_session, installedIn, asked, _stop.Token);
        }
        catch (Exception e) when (PostgresError.IsExpected(e))
        {
            // History is a help, never a need: the next attempt comes in 10 s.
            if (_session is not null)
                await _session.DisposeAsync();
            _session = null;
            return [];
        }
    }
}
