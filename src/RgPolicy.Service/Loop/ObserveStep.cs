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
    private int _notes;

    public PollHealth Health { get; } = new(parts.Time);

    /// <summary>What polls take, as the service sees it.</summary>
    public DurationHistogram Cost { get; } = new();

    /// <summary>Now, on the DBMS's clock.</summary>
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
        SetClock(seen, sent, received);
        return seen;
    }

    private void SetClock(Observation seen, long sent, long received)
    {
        if (parts.Observer is ReplayObserver replay)
        {
            _clock.Set(replay.CurrentTime);
        }
        else
        {
            _clock.Synchronise(seen.Time, sent, received);
        }
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
        for (var notes = parts.Observer.Notes; _notes < notes.Count; _notes++)
        {
            parts.Logger.Noted(notes[_notes]);
        }
    }
}
