namespace RgPolicy.Dbms.Fetching;

/// <summary>
/// What several askers wait for, in turns: one that asks for much waits for itself and leaves room to the others.
/// Written by one and read by another.
/// </summary>
/// <remarks><c>most</c>: how many may wait, but for one of each asker's. <c>waitOf</c>: how long an asker's next has to
/// wait, which keeps no other waiting; null for not at all.</remarks>
internal sealed class TurnQueue<T>(int most, int mostOfOne, TimeProvider time, Func<uint, TimeSpan>? waitOf = null)
    : IDisposable
{
    // Whoever comes meanwhile may have to wait for nothing.
    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(50);

    private readonly object _gate = new();
    private readonly Dictionary<uint, Queue<T>> _waiting = [];
    private readonly Queue<uint> _turns = new();
    private readonly SemaphoreSlim _count = new(0);

    /// <summary>Puts one at the end of its asker's; false when there is no room. One that has nothing here always has
    /// room: however many others fill the rest, its turn comes.</summary>
    public bool TryAdd(T item, uint asker)
    {
        lock (_gate)
        {
            var own = _waiting.GetValueOrDefault(asker);
            if (own is not null && (_count.CurrentCount >= most || own.Count >= mostOfOne))
                return false;
            if (own is null)
            {
                _waiting.Add(asker, own = new Queue<T>());
                _turns.Enqueue(asker);
            }

            own.Enqueue(item);
            _count.Release();
            return true;
        }
    }

    public async Task<T> TakeAsync(CancellationToken cancellationToken)
    {
        await _count.WaitAsync(cancellationToken);
        try
        {
            while (true)
            {
                lock (_gate)
                    if (NextAsker() is { } asker)
                        return TakeOf(asker);
                await Task.Delay(LongestPause, time, cancellationToken);
            }
        }
        catch (OperationCanceledException)
        {
            _count.Release();
            throw;
        }
    }

    private uint? NextAsker()
    {
        for (var turn = _turns.Count; turn > 0; turn--)
        {
            var asker = _turns.Dequeue();
            if (waitOf is null || waitOf(asker) <= TimeSpan.Zero)
                return asker;
            _turns.Enqueue(asker);
        }

        return null;
    }

    private T TakeOf(uint asker)
    {
        var own = _waiting[asker];
        var item = own.Dequeue();
        if (own.Count > 0)
            _turns.Enqueue(asker);
        else
            _waiting.Remove(asker);
        return item;
    }

    public void Dispose() => _count.Dispose();
}
