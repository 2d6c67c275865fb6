using RgPolicy.Dbms.Caching;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.MySql.History;

/// <summary>
/// Keeps the history of statements, read every 10 s beside the poll on a connection of its own. Used by the loop alone;
/// the reading itself is a task whose result the next poll takes in.
/// </summary>
internal sealed class MySqlHistoryCache(
    MySqlConnectionOptions options,
    OwnBackends own,
    int capacity,
    TimeProvider time
) : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly LeastRecentlyUsed<DigestKey, HistoryFacts> _known = new(capacity);
    private readonly LeastRecentlyUsed<string, string?> _forms = new(capacity);
    private readonly DigestReader _reader = new(capacity);
    private readonly CancellationTokenSource _stop = new();
    private Task<List<(DigestKey Key, HistoryFacts Facts)>?>? _reading;
    private MySqlLink? _link;
    private long? _begun;
    private long? _complete;

    /// <summary>Earlier executions of a running statement, or null; the same instance while they are the
    /// same.</summary>
    public HistoryFacts? Find(RunningStatement statement)
    {
        if (statement.Statement is not { Text: { } text, IsTruncated: false, Fingerprint: { } fingerprint })
            return null;
        if (!_forms.TryGet(fingerprint, out var form))
            _forms.Put(fingerprint, form = DigestForm.Of(text));
        return form is not null && _known.TryGet(new DigestKey(statement.Session.Facts.Database, form), out var facts)
            ? facts
            : null;
    }

    /// <summary>Takes in what was read, and begins to read again when it is time.</summary>
    public void Update()
    {
        if (_reading is { IsCompleted: true } done)
        {
            _reading = null;
            TakeIn(done.Result);
        }

        if (_reading is not null || (_begun is { } begun && time.GetElapsedTime(begun) < Interval))
            return;
        TimeSpan? age = _complete is { } complete ? time.GetElapsedTime(complete) : null;
        _begun = time.GetTimestamp();
        _reading = Task.Run(() => ReadAsync(age));
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        if (_reading is not null)
            await _reading;
        if (_link is not null)
            await _link.DisposeAsync();
        _stop.Dispose();
    }

    private void TakeIn(List<(DigestKey Key, HistoryFacts Facts)>? found)
    {
        if (found is null)
            return;
        _complete = _begun;
        foreach (var (key, facts) in found)
            if (!_known.TryGet(key, out var before) || before != facts)
                _known.Put(key, facts);
    }

    /// <summary>Null where it failed: history is a help, never a need, and is read again in 10 s.</summary>
    private async Task<List<(DigestKey Key, HistoryFacts Facts)>?> ReadAsync(TimeSpan? age)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        timeout.CancelAfter(Patience);
        try
        {
            _link ??= await MySqlLink.OpenAsync(options, own, timeout.Token);
            return await _reader.ReadAsync(_link, age, timeout.Token);
        }
        catch (Exception e) when (e is ObserveException or OperationCanceledException || MySqlFailure.IsExpected(e))
        {
            if (_link is { } link)
            {
                _link = null;
                await link.DisposeAsync();
            }

            return null;
        }
    }
}
