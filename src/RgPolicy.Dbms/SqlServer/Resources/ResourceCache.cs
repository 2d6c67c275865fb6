using System.Collections.Concurrent;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>
/// Keeps the last reading of a server's resources, read beside the poll on a connection of its own:
/// once a second, more rarely, to every 10 s, where reading is slow. Used by the loop alone; the
/// reading itself is a task.
/// </summary>
internal sealed class ResourceCache(
    OwnLink link,
    ConcurrentDictionary<int, byte> own,
    bool hasFractions,
    ObserverNotes notes,
    TimeProvider time
) : IAsyncDisposable
{
    private const int PauseInReadings = 20;
    private const int MostSessions = 500;
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);
    private const int MostFailures = 1;
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LongestAge = TimeSpan.FromSeconds(20);

    private readonly ResourceReader _reader = new(own, hasFractions, time);
    private readonly CancellationTokenSource _stop = new();
    private readonly ReadingNote _note = new(notes, "resource pools and running requests");
    private HashSet<RunningRequest> _before = [];
    private readonly SessionTurns _turns = new(MostSessions);
    private Task<ServerResources?>? _reading;
    private long? _beganAt;
    private long _tookAt;
    private TimeSpan _pause = ShortestPause;
    private ServerResources? _last;
    private int _failures;

    /// <summary>The last reading; null before the first one, after two that failed, and when it is too
    /// old to mean anything.</summary>
    public ServerResources? Last =>
        _failures <= MostFailures && _last is not null && time.GetElapsedTime(_tookAt) < LongestAge ? _last : null;

    /// <summary>The sysadmins as they were read last; null before the first reading.</summary>
    public Sysadmins? Sysadmins { get; private set; }

    /// <summary>Processor time of RgPolicy's own sessions, as it was read last; null before the first
    /// reading.</summary>
    public TimeSpan? OwnCpu { get; private set; }

    /// <summary>Takes in what was read, and begins to read again when it is time.</summary>
    public void Update(IReadOnlyList<RunningRequest> running)
    {
        if (_reading is { IsCompleted: true } done)
            Take(done);
        if (_reading is not null || (_beganAt is { } beganAt && time.GetElapsedTime(beganAt) < _pause))
            return;
        // Those that were there at the reading before are worth a look: the short ones are gone when
        // the answer is here.
        var sessions = _turns.Next([
            .. running
                .Where(each => each.Session is { IsHidden: false } && _before.Contains(each))
                .Select(each => each.Row.SessionId)
                .Distinct(),
        ]);
        _before = [.. running];
        _beganAt = time.GetTimestamp();
        _reading = Task.Run(() => ReadAsync(sessions));
    }

    /// <summary>Completes when what is being read was read, or failed; the next update takes it in.</summary>
    public Task SettleAsync() => _reading ?? Task.CompletedTask;

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        if (_reading is not null)
            await _reading;
        await link.DisposeAsync();
        _stop.Dispose();
    }

    private void Take(Task<ServerResources?> done)
    {
        _reading = null;
        _failures = done.Result is null ? _failures + 1 : 0;
        if (done.Result is { } read)
            (_last, _tookAt, Sysadmins, OwnCpu) = (read, time.GetTimestamp(), _reader.Sysadmins, _reader.OwnCpu);
    }

    private async Task<ServerResources?> ReadAsync(List<int> sessions)
    {
        long? began = null;
        try
        {
            // Connecting and compiling happen once: only what a session reads after that is paced.
            var isFirst = !link.IsOpen;
            var session = await link.OpenAsync(_stop.Token);
            if (!isFirst)
                began = time.GetTimestamp();
            var resources = await _reader.ReadAsync(session, sessions, _stop.Token);
            _note.Succeeded();
            return resources;
        }
        catch (Exception e)
        {
            // It is said, and masks rest on it only while it is fresh: the next attempt comes later.
            Tell(e);
            await link.CloseAsync();
            return null;
        }
        finally
        {
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
