using RgPolicy.Dbms.Caching;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>
/// Keeps the history of running statements, read beside the poll on a connection of its own: known ones every 10 s, new ones after a
/// second at the latest, and never more than a hundredth of the time where reading is slow. Used by the loop alone; the reading itself
/// is a task whose result the next poll picks up.
/// </summary>
internal sealed class HistoryDesk(OwnLink link, int capacity, TimeProvider time) : IAsyncDisposable
{
    private const int PauseInReadings = 100;
    private const int MostAtOnce = 500;
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private readonly LeastRecentlyUsed<long, HistoryFacts?> _known = new(capacity);
    private readonly CancellationTokenSource _stop = new();
    private Task<List<(long QueryHash, HistoryFacts Facts)>>? _reading;
    private List<long> _asked = [];
    private long? _readAt;
    private TimeSpan _pause = ShortestPause;

    /// <summary>The history of a statement, or null.</summary>
    public HistoryFacts? Find(long queryHash) => queryHash != 0 && _known.TryGet(queryHash, out var facts) ? facts : null;

    /// <summary>Takes in what was read, and begins to read again when it is time.</summary>
    public void Update(IReadOnlyList<RunningRequest> running)
    {
        if (_reading is { IsCompletedSuccessfully: true } done) TakeIn(done.Result);
        if (_reading is not null || !IsDue(running)) return;
        _asked = [.. running.Select(each => each.Row.Key.QueryHash).Where(hash => hash != 0).Distinct().Take(MostAtOnce)];
        _readAt = time.GetTimestamp();
        if (_asked.Count > 0) _reading = Task.Run(ReadAsync);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        if (_reading is not null) await _reading;
        await link.DisposeAsync();
        _stop.Dispose();
    }

    private bool IsDue(IReadOnlyList<RunningRequest> running)
    {
        if (_readAt is not { } readAt) return running.Count > 0;
        var age = time.GetElapsedTime(readAt);
        if (age < _pause) return false;
        if (age >= Lifetime) return true;
        foreach (var request in running)
            if (request.Row.Key.QueryHash is var hash and not 0 && !_known.TryGet(hash, out _)) return true;
        return false;
    }

    private void TakeIn(List<(long QueryHash, HistoryFacts Facts)> found)
    {
        _reading = null;
        foreach (var hash in _asked)
            if (!_known.TryGet(hash, out _)) _known.Put(hash, null);
        foreach (var (hash, facts) in found)
            if (!_known.TryGet(hash, out var before) || before != facts) _known.Put(hash, facts);
    }

    private async Task<List<(long QueryHash, HistoryFacts Facts)>> ReadAsync()
    {
        long? began = null;
        try
        {
            var session = await link.OpenAsync(_stop.Token);
            began = time.GetTimestamp();
            return await StatementHistory.ReadAsync(session, _asked, _stop.Token);
        }
        catch (Exception)
        {
            // History is a help, never a need: the next attempt comes later.
            await link.CloseAsync();
            return [];
        }
        finally
        {
            // Connecting happens once and costs the server little: only the reading itself is paced.
            var pause = began is { } start ? time.GetElapsedTime(start) * PauseInReadings : ShortestPause;
            _pause = pause > ShortestPause ? pause : ShortestPause;
        }
    }
}
