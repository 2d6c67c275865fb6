namespace RgPolicy.Service.Status;

/// <summary>When the loop rests between two turns. Documents are made then: two processors are often two halves of one
/// core, and what is made beside a turn makes it longer.</summary>
internal sealed class LoopRest(TimeProvider time)
{
    // A turn that waits for its server is long, and pages need not wait for it.
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(150);

    private readonly object _gate = new();
    private TaskCompletionSource? _next;
    private bool _isAtWork;
    private long _began;
    private TimeSpan _length = TimeSpan.MaxValue;

    /// <summary>The loop rests from now on.</summary>
    /// <param name="length">Until its next turn, as far as it knows.</param>
    /// <param name="isWhole">False for what is left of a rest that something has interrupted: callers that wait for a
    /// longer one wait on.</param>
    public void Begin(TimeSpan length, bool isWhole = true)
    {
        TaskCompletionSource? next = null;
        lock (_gate)
        {
            (_isAtWork, _began, _length) = (false, time.GetTimestamp(), length);
            if (isWhole)
                (next, _next) = (_next, null);
        }

        next?.SetResult();
    }

    /// <summary>The loop is at work from now on.</summary>
    public void End()
    {
        lock (_gate)
            _isAtWork = true;
    }

    /// <summary>Waits, not long, for a rest: for this one where it is long enough, else for the next one.</summary>
    public async Task WaitAsync(TimeSpan needed)
    {
        Task next;
        lock (_gate)
        {
            if (!_isAtWork && _length - time.GetElapsedTime(_began) >= needed)
                return;

            next = (_next ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }

        using var over = new CancellationTokenSource();
        await Task.WhenAny(next, Task.Delay(Patience, time, over.Token));
        await over.CancelAsync();
    }
}
