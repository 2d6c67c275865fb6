namespace RgPolicy.Service.Hosting;

/// <summary>Tells the service manager when all targets were tried, and from then on that the loops live: a sign of life
/// is sent only while every loop that runs completes its turns, so that a service that hangs is started
/// again.</summary>
internal sealed class ManagerWatch(
    IReadOnlyList<TargetState> targets,
    INotifier notifier,
    TimeProvider time,
    ILogger logger
)
{
    // A turn lasts at most some seconds, however slow server and sidecar are.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan ReportInterval = TimeSpan.FromSeconds(10);

    private bool _hangs;

    /// <summary>Tells the manager until it is cancelled.</summary>
    /// <param name="told">Called when the manager was told for the first time.</param>
    /// <param name="cancellationToken">Ends it, which is told too.</param>
    public async Task RunAsync(Action told, CancellationToken cancellationToken)
    {
        try
        {
            await TellAsync(told, cancellationToken);
        }
        finally
        {
            if (cancellationToken.IsCancellationRequested)
                notifier.Notify("STOPPING=1");
        }
    }

    private async Task TellAsync(Action told, CancellationToken cancellationToken)
    {
        await Task.WhenAll(targets.Select(target => target.Tried.Task)).WaitAsync(cancellationToken);
        notifier.Notify("READY=1\n" + Status());
        told();
        using var timer = new PeriodicTimer(Interval(), time);
        while (await timer.WaitForNextTickAsync(cancellationToken))
            Report();
    }

    private TimeSpan Interval() =>
        notifier.WatchdogInterval is { } watchdog && watchdog / 3 < ReportInterval ? watchdog / 3 : ReportInterval;

    private void Report()
    {
        var hanging = targets.FirstOrDefault(target => !target.IsAlive(Patience));
        if (hanging is not null && !_hangs)
            logger.LoopHangs(hanging.Name, Patience.TotalSeconds);

        _hangs = hanging is not null;
        notifier.Notify(_hangs ? Status() : Status() + "\nWATCHDOG=1");
    }

    private string Status()
    {
        var running = targets.Count(target => target.IsRunning);
        var problem = targets.FirstOrDefault(target => target.Problem is not null);
        var text = Invariant($"STATUS={running} of {targets.Count} targets watched");
        return problem is null ? text : $"{text}; {problem.Name}: {problem.Problem?.ReplaceLineEndings(" ")}";
    }
}

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

    public bool IsRunning => _isRunning;
}
