using RgPolicy.Dbms.Recording;
using RgPolicy.Service.Observing;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Recording;

/// <summary>Writes what an observer sees, plans at the moment that they arrive included, until it is
/// told to end.</summary>
internal sealed class Recorder(
    IObserver observer,
    FileRoot root,
    RecordingWriter writer,
    TimeProvider time,
    Action<string> warn
)
{
    private readonly SteadyTimeline _timeline = new(time);
    private readonly PressureStep _pressure = new(ServerHost.ReaderOf(observer, root), time);
    private readonly long _began = time.GetTimestamp();
    private int _failures;

    /// <summary>Since the recorder was made.</summary>
    public TimeSpan Elapsed => time.GetElapsedTime(_began);

    public long FailedPolls { get; private set; }

    /// <summary>Records until the time is up; true then, false when it was cancelled. What was seen is
    /// in the file either way.</summary>
    public async Task<bool> RunAsync(TimeSpan? duration, Action? progress, CancellationToken cancellationToken)
    {
        try
        {
            while (duration is null || Elapsed < duration)
            {
                var turnBegan = time.GetTimestamp();
                await PollAsync(cancellationToken);
                progress?.Invoke();
                await RestAsync(turnBegan, cancellationToken);
            }

            return true;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }

    private async Task PollAsync(CancellationToken cancellationToken)
    {
        var sent = time.GetTimestamp();
        var (seen, error) = await BoundedPoll.RunAsync(observer, findBlocking: false, time, cancellationToken);
        if (seen is not null)
        {
            _failures = 0;
            Write(_timeline.Follow(seen, sent + ((time.GetTimestamp() - sent) / 2)), isRefresh: false);
            return;
        }

        FailedPolls++;
        if (_failures++ == 0)
            warn(error ?? "");
    }

    private async Task RestAsync(long turnBegan, CancellationToken cancellationToken)
    {
        var rest = BoundedPoll.Pause(observer.PollInterval, _failures, isLost: false) - time.GetElapsedTime(turnBegan);
        if (rest <= TimeSpan.Zero)
            return;

        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var pause = Task.Delay(rest, time, both.Token);
        while (!pause.IsCompleted && _failures == 0)
        {
            var plan = observer.WaitForPlanAsync(both.Token);
            if (await Task.WhenAny(pause, plan) == pause || !plan.IsCompletedSuccessfully)
                break;

            Write(_timeline.Again(observer.Refresh()), isRefresh: true);
        }

        await pause;
        await both.CancelAsync();
    }

    private void Write(Observation seen, bool isRefresh) =>
        writer.Write(
            new RecordedObservation(
                _pressure.AddTo(seen, withProcessors: true),
                Elapsed,
                observer.PollInterval,
                isRefresh
            )
        );
}
