using RgPolicy.Dbms.Caching;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>
/// Keeps the history of running statements, read beside the poll on a connection of its own: known ones
/// every 10 s, new ones after a second at the latest, and more rarely, to every 30 s, where reading is slow. Used by
/// the loop alone; the reading itself is a task whose result the next poll picks up.
/// </summary>
internal sealed class SqlServerHistoryCache(HistoryReader reader, ObserverNotes notes, int capacity, TimeProvider time)
    : IAsyncDisposable
{
    private const int PauseInReadings = 20;
    private const int MostAtOnce = 500;
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(30);

    private readonly LeastRecentlyUsed<HistoryKey, HistoryFacts?> _known = new(capacity);
    private readonly CancellationTokenSource _stop = new();
    private readonly ReadingNote _note = new(notes, "the history of statements");
    private Task<HistoryAnswer>? _reading;
    private List<HistoryKey> _asked = [];
    private long? _readAt;
    private TimeSpan _pause = ShortestPause;

    /// <summary>The history of a statement, or null.</summary>
    public HistoryFacts? Find(RunningRequest request) =>
        KeyOf(request) is { } key && _known.TryGet(key, out var facts) ? facts : null;

    /// <summary>Takes in what was read, and begins to read again when it is time.</summary>
    public void Update(IReadOnlyList<RunningRequest> running)
    {
        if (_reading is { IsCompletedSuccessfully: true } done)
            TakeIn(done.Result);
        if (_reading is not null || !IsDue(running))
            return;
        _asked = Next(running.Select(KeyOf).OfType<HistoryKey>(), key => _known.TryGet(key, out _));
        _readAt = time.GetTimestamp();
        if (_asked.Count > 0)
            _reading = Task.Run(ReadAsync);
    }

    /// <summary>Completes when what is being read was read, or failed; the next update takes it in.</summary>
    public Task SettleAsync() => _reading ?? Task.CompletedTask;

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        if (_reading is not null)
            await _reading;
        await reader.CloseAsync();
        _stop.Dispose();
    }

    /// <summary>Which statements are asked for: where there are too many, those of which nothing is known come
    /// first.</summary>
    internal static List<HistoryKey> Next(IEnumerable<HistoryKey> running, Predicate<HistoryKey> isKnown) =>
        [.. running.Distinct().OrderBy(key => isKnown(key)).Take(MostAtOnce)];

    private bool IsDue(IReadOnlyList<RunningRequest> running)
    {
        if (_readAt is not { } readAt)
            return running.Count > 0;
        var age = time.GetElapsedTime(readAt);
        if (age < _pause)
            return false;
        if (age >= Lifetime)
            return true;
        foreach (var request in running)
            if (KeyOf(request) is { } key && !_known.TryGet(key, out _))
                return true;
        return false;
    }

    private static HistoryKey? KeyOf(RunningRequest request) =>
        request is { Session.Facts.Database: var database, Row.Key.QueryHash: not 0 and var hash }
            ? new HistoryKey(database, hash)
            : null;

    private void TakeIn(HistoryAnswer answer)
    {
        _reading = null;
        foreach (var key in _asked)
            if (!_known.TryGet(key, out _))
                _known.Put(key, null);
        foreach (var (key, facts) in answer.Found)
            if (!_known.TryGet(key, out var before) || before != facts)
                _known.Put(key, facts);
        notes.AddAll(answer.Notes);
    }

    private async Task<HistoryAnswer> ReadAsync()
    {
        long? began = null;
        try
        {
            var isFirst = !reader.IsOpen;
            var session = await reader.OpenAsync(_stop.Token);
            if (!isFirst)
                began = time.GetTimestamp();
            var answer = await reader.ReadAsync(session, _asked, _stop.Token);
            _note.Succeeded();
            return answer;
        }
        catch (Exception e)
        {
            // History is a help, never a need: it is said, and the next attempt comes later.
            Tell(e);
            await reader.CloseAsync();
            return HistoryAnswer.Nothing;
        }
        finally
        {
            // Connecting and compiling happen once: only what a session reads after that is paced.
            var pause = began is { } start ? time.GetElapsedTime(start) * PauseInReadings : ShortestPause;
            _pause =
                pause < ShortestPause ? ShortestPause
                : pause > LongestPause ? LongestPause
                : pause;
        }
    }

    private void Tell(Exception failure)
    {
        if (!_stop.IsCancellationRequested)
        {
            _note.Failed(failure);
        }
    }
}
