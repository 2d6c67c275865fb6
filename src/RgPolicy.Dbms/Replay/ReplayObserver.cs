using RgPolicy.Dbms.Recording;

namespace RgPolicy.Dbms.Replay;

/// <summary>Plays a recording as if its server ran now. Every observation of the recording, plans that arrived between
/// two polls included, comes as one poll, so that the same recording always gives the same sequence at any
/// speed.</summary>
internal sealed class ReplayObserver : IObserver
{
    private static readonly TimeSpan LongestDelay = TimeSpan.FromHours(1);

    private readonly RecordingReader _reader;
    private readonly TimeProvider _time;
    private readonly double? _speed;
    private readonly long _begin;
    private RecordedObservation? _next;
    private Observation _current;

    /// <param name="reader">The recording; disposed with the observer.</param>
    /// <param name="time">The clock that the speed is measured by.</param>
    /// <param name="speed">Times as fast as it was recorded, above 0; null is as fast as possible.</param>
    public ReplayObserver(RecordingReader reader, TimeProvider time, double? speed)
    {
        _reader = reader;
        _time = time;
        _speed = speed;
        _begin = time.GetTimestamp();
        _current = new Observation(reader.Header.Started, []);
        CurrentTime = reader.Header.Started;
        _next = reader.Read();
    }

    public ServerFacts Server => _reader.Header.Server;

    /// <summary>Zero: the recording's own pace is kept inside <see cref="PollAsync"/>.</summary>
    public TimeSpan PollInterval => TimeSpan.Zero;

    public IReadOnlyList<string> Notes => _reader.Problem is { } problem ? [problem.Message] : [];

    public bool IsAtEnd => _next is null;

    public RecordingProblem? Problem => _reader.Problem;

    /// <summary>The DBMS's clock at the last observation: a poll's own time, and what had passed since
    /// for plans.</summary>
    public DateTimeOffset CurrentTime { get; private set; }

    public TimeSpan Elapsed { get; private set; }

    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (_next is not { } next)
        {
            throw new ObserveException(
                FormattableString.Invariant($"The recording has ended after {_reader.Observations} observations.")
            );
        }

        await WaitUntilAsync(next.Elapsed, cancellationToken);
        Advance(next);
        return _current;
    }

    public Observation Refresh() => _current;

    public Task WaitForPlanAsync(CancellationToken cancellationToken) =>
        Task.Delay(Timeout.InfiniteTimeSpan, _time, cancellationToken);

    public ValueTask DisposeAsync()
    {
        _reader.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task WaitUntilAsync(TimeSpan elapsed, CancellationToken cancellationToken)
    {
        if (_speed is not { } speed)
            return;
        for (var left = Left(); left > TimeSpan.Zero; left = Left())
            await Task.Delay(left < LongestDelay ? left : LongestDelay, _time, cancellationToken);
        TimeSpan Left() => (elapsed / speed) - _time.GetElapsedTime(_begin);
    }

    private void Advance(RecordedObservation next)
    {
        CurrentTime = next.IsRefresh ? CurrentTime + (next.Elapsed - Elapsed) : next.Observation.Time;
        Elapsed = next.Elapsed;
        _current = next.Observation;
        _next = _reader.Read();
    }
}
