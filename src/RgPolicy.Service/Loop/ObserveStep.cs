using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Observe;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Reactions;

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
        {
            parts.Logger.ClockJumped(_timeline.LastJump.TotalSeconds);
        }

        _clock.Synchronise(steady.Time, sent, received);
        return steady;
    }

    private void NoteFailure(string error)
    {
        if (Health.Failures == 0 || !string.Equals(Health.LastError, error, StringComparison.Ordinal))
        {
            parts.Logger.PollFailed(error);
        }

        Health.Failed(error);
    }

    private void NoteSuccess()
    {
        if (Health.Failures > 0)
        {
            parts.Logger.TargetBack();
        }

        Health.Succeeded();
        TellNotes(parts.Observer.Notes);
    }

    private void TellNotes(IReadOnlyList<string> notes)
    {
        if (ReferenceEquals(notes, _notes))
        {
            return;
        }

        foreach (var note in notes.Except(_notes, StringComparer.Ordinal))
        {
            parts.Logger.Noted(note);
        }

        foreach (var note in _notes.Except(notes, StringComparer.Ordinal))
        {
            parts.Logger.NoLonger(note);
        }

        _notes = notes;
    }
}
