using System.Diagnostics.CodeAnalysis;

namespace RgPolicy.Dbms.Beside;

/// <summary>
/// Reads something beside the polls: one reading at a time, asked for by a poll and taken in by a later one. A fault
/// never reaches the poll: it is noted once, the connection is closed, and the reading is tried again after a pause.
/// Used by the loop alone; only the reading itself runs elsewhere.
/// </summary>
internal sealed class BesidePoll<T>(
    Func<CancellationToken, Task<T>> read,
    Func<Task> close,
    Pauses pauses,
    FailureNote note,
    TimeProvider time
) : IAsyncDisposable
    where T : notnull
{
    private readonly CancellationTokenSource _stop = new();
    private Task<(T Value, TimeSpan Took)>? _reading;
    private long _askedAt;
    private (long Timestamp, DateTimeOffset Time)? _lastRead;
    private TimeSpan _pause;
    private bool _isFirst = true;

    /// <summary>Since the last reading that succeeded was asked for; null before the first one.</summary>
    public TimeSpan? Age => _lastRead is { } last ? time.GetElapsedTime(last.Timestamp) : null;

    /// <summary>True from the second failure in a row until a reading succeeds.</summary>
    public bool IsFailing => note.IsTold;

    public bool IsDue => _reading is null && (_isFirst || time.GetElapsedTime(_askedAt) >= _pause);

    /// <summary>Takes in what was read since it was asked for; false where nothing was, or the reading has
    /// failed.</summary>
    public bool Take([MaybeNullWhen(false)] out T value)
    {
        value = default;
        if (_reading is not { IsCompleted: true } done)
            return false;
        _reading = null;
        if (!done.IsCompletedSuccessfully)
        {
            note.Failed(
                done.Exception?.InnerException ?? new TimeoutException("no answer within the limit"),
                _lastRead?.Time
            );
            _pause = Pauses.AfterFailures(note.Failures);
            return false;
        }

        // The first reading, and the first one after a failure, connects and compiles: only others are paced.
        var isUsual = _lastRead is not null && note.Failures == 0;
        _pause = pauses.After(isUsual ? done.Result.Took : TimeSpan.Zero);
        _lastRead = (_askedAt, time.GetUtcNow() - time.GetElapsedTime(_askedAt));
        note.Succeeded();
        value = done.Result.Value;
        return true;
    }

    /// <summary>Begins a reading where one is due; waits for nothing.</summary>
    public void Ask()
    {
        if (!IsDue)
            return;
        (_askedAt, _isFirst) = (time.GetTimestamp(), false);
        _reading = Task.Run(ReadAsync);
    }

    /// <summary>Completes when what is being read was read, or failed; never throws.</summary>
    public async Task SettleAsync()
    {
        if (_reading is { } reading)
            await Task.WhenAny(reading);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await SettleAsync();
        _stop.Dispose();
    }

    private async Task<(T Value, TimeSpan Took)> ReadAsync()
    {
        using var limit = new CancellationTokenSource(pauses.Limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, _stop.Token);
        var began = time.GetTimestamp();
        try
        {
            return (await read(either.Token), time.GetElapsedTime(began));
        }
        catch
        {
            await close();
            throw;
        }
    }
}

/// <summary>What readings beside the polls have brought, over a connection of its own. Used by the loop
/// alone.</summary>
internal abstract class BesideCache<T> : IAsyncDisposable
    where T : notnull
{
    protected BesideCache(Pauses pauses, FailureNote note, TimeProvider time) =>
        Beside = new BesidePoll<T>(ReadAsync, CloseAsync, pauses, note, time);

    protected BesidePoll<T> Beside { get; }

    /// <summary>Completes when what is being read was read, or failed; the next update takes it in.</summary>
    public Task SettleAsync() => Beside.SettleAsync();

    public async ValueTask DisposeAsync()
    {
        await Beside.DisposeAsync();
        await EndAsync();
        await CloseAsync();
    }

    protected abstract Task<T> ReadAsync(CancellationToken cancellationToken);

    protected abstract Task CloseAsync();

    protected virtual Task EndAsync() => Task.CompletedTask;
}

/// <summary>How long a reading beside the polls rests before the next one.</summary>
internal sealed record Pauses(TimeSpan Shortest)
{
    private const int MostDoublings = 6;
    private static readonly TimeSpan FirstRetry = TimeSpan.FromSeconds(1);

    /// <summary>A server logs each refused login: a lasting fault is tried again this rarely.</summary>
    public static readonly TimeSpan LongestRetry = TimeSpan.FromMinutes(1);

    /// <summary>What a pause grows to where reading is slow.</summary>
    public TimeSpan Longest { get; init; } = Shortest;

    /// <summary>The least part of the time that is spent reading: a pause is that many times as long as the
    /// reading.</summary>
    public int InReadings { get; init; }

    /// <summary>A reading that takes longer is cancelled, and counts as failed.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromSeconds(30);

    public TimeSpan After(TimeSpan reading)
    {
        var pause = reading * InReadings;
        return pause < Shortest ? Shortest
            : pause > Longest ? Longest
            : pause;
    }

    /// <summary>The pause after this many failures in a row: twice as long after each.</summary>
    public static TimeSpan AfterFailures(int failures)
    {
        var pause = FirstRetry * (1 << Math.Min(failures - 1, MostDoublings));
        return pause < LongestRetry ? pause : LongestRetry;
    }
}

/// <summary>
/// The note that something cannot be read beside the polls: from the second failure in a row until it can be read
/// again. One failure alone is usual: a connection breaks, and the next reading opens another.
/// </summary>
internal sealed class FailureNote(ObserverNotes notes, string what, Func<Exception, string> meaning)
{
    private const int MostFailures = 1;

    public int Failures { get; private set; }

    /// <summary>True from the second failure in a row until a reading succeeds.</summary>
    public bool IsTold => Failures > MostFailures;

    public void Succeeded()
    {
        Failures = 0;
        notes.Set(what);
    }

    public void Failed(Exception failure, DateTimeOffset? lastRead)
    {
        Failures++;
        if (!IsTold)
            return;
        // The time and not the age: the note stays the same, so it is logged once.
        var last = lastRead is { } at
            ? FormattableString.Invariant($"; the last reading is of {at.UtcDateTime:yyyy-MM-dd HH:mm:ss}Z")
            : "";
        notes.Set(what, $"{what} cannot be read: {meaning(failure).ReplaceLineEndings(" ").TrimEnd('.')}{last}");
    }
}

/// <summary>The histories of statements that readings beside the polls have brought, and the statements that were
/// looked for in vain.</summary>
internal sealed class KnownHistories<TKey>(int capacity)
    where TKey : notnull
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);

    private readonly LeastRecentlyUsed<TKey, HistoryFacts?> _known = new(capacity);

    /// <summary>The history of a statement, or null; the same instance while it is the same.</summary>
    public HistoryFacts? Find(TKey key) => _known.TryGet(key, out var facts) ? facts : null;

    public bool Has(TKey key) => _known.TryGet(key, out _);

    /// <summary>Whether what runs is to be read after a reading of this age: known ones every 10 s, new ones at once.
    /// </summary>
    public bool IsDue(TimeSpan? age, IEnumerable<TKey> running) => !(age < Lifetime) || running.Any(key => !Has(key));

    public void TakeIn(IEnumerable<TKey> asked, IEnumerable<KeyValuePair<TKey, HistoryFacts>> found)
    {
        foreach (var key in asked)
            if (!Has(key))
                _known.Put(key, null);
        foreach (var (key, facts) in found)
            if (!_known.TryGet(key, out var before) || before != facts)
                _known.Put(key, facts);
    }
}
