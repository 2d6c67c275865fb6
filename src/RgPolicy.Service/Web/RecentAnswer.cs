namespace RgPolicy.Service.Web;

/// <summary>
/// The last answer to one question. It is made anew at most four times a second, however many ask. One that is kept at hand is made anew once
/// a second while somebody asks every few seconds: so nobody waits for the loop, and the loop for nobody.
/// </summary>
/// <param name="ask">Makes it.</param>
/// <param name="time">The clock.</param>
/// <param name="isKept">Whether it is kept at hand.</param>
internal sealed class RecentAnswer(Func<Task<byte[]>> ask, TimeProvider time, bool isKept) : IDisposable
{
    /// <summary>As old as an answer may be without another one being asked for.</summary>
    internal static readonly TimeSpan Fresh = TimeSpan.FromMilliseconds(250);

    /// <summary>As old as an answer may be that is given while another one is made.</summary>
    internal static readonly TimeSpan Usable = TimeSpan.FromSeconds(1.5);

    // The page reads itself again every 5 s.
    private static readonly TimeSpan Interest = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Pace = TimeSpan.FromSeconds(1);

    private readonly object _gate = new();
    private readonly CancellationTokenSource _ending = new();
    private Task<byte[]>? _pending;
    private Task? _keeping;
    private byte[]? _answer;
    private long _made;
    private long _wanted;

    /// <summary>Whether it is made anew without being asked for.</summary>
    internal bool IsKeptNow
    {
        get
        {
            lock (_gate)
            {
                return _keeping is not null;
            }
        }
    }

    /// <summary>The answer; the wait for it may be given up, the question goes on for the others.</summary>
    public Task<byte[]> GetAsync(CancellationToken cancellationToken) => GetAsync(Usable, cancellationToken);

    /// <summary>The answer, at most so old.</summary>
    public Task<byte[]> GetAsync(TimeSpan usable, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            _wanted = time.GetTimestamp();
            var age = _answer is null ? TimeSpan.MaxValue : time.GetElapsedTime(_made);
            if (age >= Fresh)
            {
                _pending ??= RenewAsync();
                _keeping ??= isKept ? KeepAsync() : null;
            }

            return _answer is { } recent && age < usable ? Task.FromResult(recent)
                : (_pending ?? RenewAsync()).WaitAsync(cancellationToken);
        }
    }

    public void Dispose()
    {
        _ending.Cancel();
        _ending.Dispose();
    }

    private async Task<byte[]> RenewAsync()
    {
        // Never within the lock.
        await Task.Yield();
        var began = time.GetTimestamp();
        try
        {
            var answer = await ask();
            lock (_gate)
            {
                (_answer, _made) = (answer, began);
            }

            return answer;
        }
        finally
        {
            lock (_gate)
            {
                _pending = null;
            }
        }
    }

    /// <summary>Keeps it at hand until nobody has asked for a while.</summary>
    private async Task KeepAsync()
    {
        try
        {
            while (true)
            {
                await Task.Delay(Pace, time, _ending.Token);
                lock (_gate)
                {
                    if (time.GetElapsedTime(_wanted) >= Interest)
                    {
                        _keeping = null;
                        return;
                    }

                    _pending ??= RenewAsync();
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The site ends.
        }
    }
}
