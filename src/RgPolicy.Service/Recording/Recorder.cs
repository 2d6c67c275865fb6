using RgPolicy.Dbms.Recording;
using RgPolicy.Service.Observing;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Recording;

/// <summary>Writes what an observer sees, plans at the moment that they arrive included, until it is
/// told to end.</summary>
internal sealed class Recorder
{
    private readonly IObserver _observer;
    private readonly RecordingWriter _writer;
    private readonly TimeProvider _time;
    private readonly SteadyTimeline _timeline;
    private readonly PressureStep _pressure;
    private readonly Action<string> _warn;
    private readonly long _began;
    private int _failures;

    /// <summary>Makes a recorder; observer and writer stay the caller's to dispose of.</summary>
    /// <param name="observer">What is recorded.</param>
    /// <param name="root">This host, whose pressure is recorded where the server is on it.</param>
    /// <param name="writer">Where to.</param>
    /// <param name="time">The clock.</param>
    /// <param name="warn">Takes the message of a poll that failed after a good one.</param>
    public Recorder(IObserver observer, FileRoot root, RecordingWriter writer, TimeProvider time, Action<string> warn)
    {
        _observer = observer;
        _writer = writer;
        _time = time;
        _timeline = new SteadyTimeline(time);
        _pressure = new PressureStep(ServerHost.ReaderOf(observer, root), time);
        _warn = warn;
        _began = time.GetTimestamp();
    }

    /// <summary>Since the recorder was made.</summary>
    public TimeSpan Elapsed => _time.GetElapsedTime(_began);

    public long FailedPolls { get; private set; }

    /// <summary>Records until the time is up; true then, false when it was cancelled. What was seen is
    /// in the file either way.</summary>
    public async Task<bool> RunAsync(TimeSpan? duration, Action? progress, CancellationToken cancellationToken)
    {
        try
        {
            while (duration is null || Elapsed < duration)
            {
                var turnBegan = _time.GetTimestamp();
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
        var sent = _time.GetTimestamp();
        var (seen, error) = await BoundedPoll.RunAsync(_observer, findBlocking: false, _time, cancellationToken);
        if (seen is not null)
        {
            _failures = 0;
            Write(_timeline.Follow(seen, sent + ((_time.GetTimestamp() - sent) / 2)), isRefresh: false);
            return;
        }

        FailedPolls++;
        if (_failures++ == 0)
            _warn(error ?? "");
    }

    private async Task RestAsync(long turnBegan, CancellationToken cancellationToken)
    {
        var rest =
            BoundedPoll.Pause(_observer.PollInterval, _failures, isLost: false) - _time.GetElapsedTime(turnBegan);
        if (rest <= TimeSpan.Zero)
            return;

        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var pause = Task.Delay(rest, _time, both.Token);
        while (!pause.IsCompleted && _failures == 0)
        {
            var plan = _observer.WaitForPlanAsync(both.Token);
            if (await Task.WhenAny(pause, plan) == pause || !plan.IsCompletedSuccessfully)
                break;

            Write(_timeline.Again(_observer.Refresh()), isRefresh: true);
        }

        await pause;
        await both.CancelAsync();
    }

    private void Write(Observation seen, bool isRefresh) =>
        _writer.Write(
            new RecordedObservation(
                _pressure.AddTo(seen, withProcessors: true),
                Elapsed,
                _observer.PollInterval,
                isRefresh
            )
        );
}
