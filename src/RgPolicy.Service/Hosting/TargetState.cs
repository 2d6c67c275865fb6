namespace RgPolicy.Service.Hosting;

/// <summary>What a service knows of one target's loop; written by the loop, read by the code that watches over
/// it.</summary>
internal sealed class TargetState(string name, TimeProvider time)
{
    private long _lastTurn;
    private volatile bool _isRunning;

    public string Name { get; } = name;

    /// <summary>Completes after the first attempt to begin, however it went.</summary>
    public TaskCompletionSource Tried { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Why it has not begun, or null.</summary>
    public string? Problem { get; private set; }

    public void TurnCompleted()
    {
        Volatile.Write(ref _lastTurn, time.GetTimestamp());
        Problem = null;
        _isRunning = true;
        Tried.TrySetResult();
    }

    /// <summary>It does not run, for this reason; null while that is not known.</summary>
    public void Stopped(string? problem)
    {
        _isRunning = false;
        Problem = problem;
        Tried.TrySetResult();
    }

    /// <summary>False when a loop that runs has not completed a turn for this long: it hangs.</summary>
    public bool IsAlive(TimeSpan patience) =>
        !_isRunning || time.GetElapsedTime(Volatile.Read(ref _lastTurn)) < patience;

    /// <summary>Whether a loop runs.</summary>
    public bool IsRunning => _isRunning;
}
