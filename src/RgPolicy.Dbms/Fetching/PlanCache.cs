namespace RgPolicy.Dbms.Fetching;

/// <summary>Plans by what they are known by, negative answers too. Written by the fetcher and read by the poll; says
/// when something arrived since the poll looked last.</summary>
internal sealed class PlanCache<TKey>(int capacity, TimeProvider time)
    where TKey : struct
{
    private readonly object _gate = new();
    private readonly LeastRecentlyUsed<TKey, (PlanAnswer Answer, long ReadAt)> _answers = new(capacity);
    private readonly Dictionary<TKey, long> _asked = [];
    private TaskCompletionSource _arrived = NewSignal();

    /// <summary>The answer, or null; an old one stands until a newer one arrives.</summary>
    public PlanAnswer? Find(TKey key)
    {
        lock (_gate)
            return _answers.TryGet(key, out var known) ? known.Answer : null;
    }

    /// <summary>True when there is no answer, or it is too old.</summary>
    public bool IsDue(TKey key)
    {
        lock (_gate)
            return !_answers.TryGet(key, out var known) || time.GetElapsedTime(known.ReadAt) >= known.Answer.Lifetime;
    }

    /// <summary>Notes that it is waited for; true when it is not being fetched already.</summary>
    public bool BeginAsking(TKey key)
    {
        lock (_gate)
        {
            var isFirst = !_asked.ContainsKey(key);
            _asked[key] = time.GetTimestamp();
            return isFirst;
        }
    }

    public bool GoOnAsking(TKey key)
    {
        lock (_gate)
        {
            if (!_asked.ContainsKey(key))
                return false;
            _asked[key] = time.GetTimestamp();
            return true;
        }
    }

    public TimeSpan SinceAsked(TKey key)
    {
        lock (_gate)
            return _asked.TryGetValue(key, out var asked) ? time.GetElapsedTime(asked) : TimeSpan.MaxValue;
    }

    /// <summary>It could not be put into the queue: asked for again at the next poll.</summary>
    public void Withdraw(TKey key)
    {
        lock (_gate)
            _asked.Remove(key);
    }

    public void Put(TKey key, PlanAnswer answer)
    {
        lock (_gate)
        {
            _asked.Remove(key);
            _answers.Put(key, (answer, time.GetTimestamp()));
            _arrived.TrySetResult();
        }
    }

    public void MarkSeen()
    {
        lock (_gate)
            if (_arrived.Task.IsCompleted)
                _arrived = NewSignal();
    }

    public Task WaitAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
            return _arrived.Task.WaitAsync(cancellationToken);
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
