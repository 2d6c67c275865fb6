using RgPolicy.Dbms.Replay;
using RgPolicy.Service.Observing;

namespace RgPolicy.Service.Loop;

/// <summary>Observes: one bounded poll, what it says of the DBMS's clock, and how the DBMS is.</summary>
internal sealed class ObserveStep(LoopParts parts)
{
    private readonly DbmsClock _clock = new(parts.Time);
    private readonly SteadyTimeline _timeline = new(parts.Time);
    private IReadOnlyList<string> _notes = [];

    public PollHealth Health { get; } = new(parts.Time);

    /// <summary>What polls take, as the service sees it.</summary>
    public DurationHistogram Cost { get; } = new();

    /// <summary>How the DBMS's clock has jumped.</summary>
    public SteadyTimeline Timeline => _timeline;

    /// <summary>Now, on the DBMS's clock without its jumps.</summary>
    public DateTimeOffset Now => _clock.Now;

    /// <summary>Polls once; null after a failure, which was noted.</summary>
    public async Task<Observation?> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        var sent = parts.Time.GetTimestamp();
        var (seen, error) = await BoundedPoll.RunAsync(parts.Observer, findBlocking, parts.Time, cancellationToken);
        var received = parts.Time.GetTimestamp();
        Cost.Add(parts.Time.GetElapsedTime(sent, received));
        if (seen is null)
        {
            NoteFailure(error ?? "");
            return null;
        }

        NoteSuccess();
        return OnTimeline(seen, sent, received);
    }

    /// <summary>The last poll's moment again, with the plans that have arrived since.</summary>
    public Observation Refresh() => _timeline.Again(parts.Observer.Refresh());

    private Observation OnTimeline(Observation seen, long sent, long received)
    {
        if (parts.Observer is ReplayObserver replay)
        {
            _clock.Set(replay.CurrentTime);
            return seen;
        }

        var jumps = _timeline.Jumps;
        var steady = _timeline.Follow(seen, sent + ((received - sent) / 2));
        if (_timeline.Jumps > jumps)
            parts.Logger.ClockJumped(_timeline.LastJump.TotalSeconds);

        _clock.Synchronise(steady.Time, sent, received);
        return steady;
    }

    private void NoteFailure(string error)
    {
        if (Health.Failures == 0 || !string.Equals(Health.LastError, error, StringComparison.Ordinal))
            parts.Logger.PollFailed(error);

        Health.Failed(error);
    }

    private void NoteSuccess()
    {
        if (Health.Failures > 0)
            parts.Logger.TargetBack();

        Health.Succeeded();
        TellNotes(parts.Observer.Notes);
    }

    private void TellNotes(IReadOnlyList<string> notes)
    {
        if (ReferenceEquals(notes, _notes))
            return;

        foreach (var note in notes.Except(_notes, StringComparer.Ordinal))
            parts.Logger.Noted(note);

        foreach (var note in _notes.Except(notes, StringComparer.Ordinal))
            parts.Logger.NoLonger(note);

        _notes = notes;
    }
}

/// <summary>Judges polls by when the last good one was. A failed poll still is a completed turn for a while, with
/// everything left as it is; after that, what is governed on stale knowledge must be let go.</summary>
internal sealed class PollHealth(TimeProvider time)
{
    /// <summary>How long after the last good poll failed ones still hold everything as it is.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    private long _lastGood = time.GetTimestamp();

    /// <summary>Failed polls since the last good one.</summary>
    public int Failures { get; private set; }

    /// <summary>Failed polls since the start.</summary>
    public long TotalFailures { get; private set; }

    /// <summary>The last failure's message; null after a good poll.</summary>
    public string? LastError { get; private set; }

    /// <summary>True from the end of the grace period until a poll succeeds.</summary>
    public bool IsLost => Failures > 0 && time.GetElapsedTime(_lastGood) > Grace;

    public void Succeeded()
    {
        _lastGood = time.GetTimestamp();
        Failures = 0;
        LastError = null;
    }

    /// <summary>A poll failed or timed out.</summary>
    public void Failed(string message)
    {
        Failures++;
        TotalFailures++;
        LastError = message;
    }
}
