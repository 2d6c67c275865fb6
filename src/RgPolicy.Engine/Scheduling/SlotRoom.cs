using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Scheduling;

/// <summary>
/// What the host has room for. More slots than a pool's, where those that have slots leave processors unused: a query
/// that waits would use them anyway, shared with all others that wait. None that counts, while other programs use the
/// processors: against them the queries at the lowest weight lose more than those with slots win.
/// </summary>
internal sealed class SlotRoom
{
    /// <summary>The part of the processors from which on other programs count. On small hosts what always runs uses half
    /// of it, so a lower one for the way back would never be passed; the pause before each turn keeps it steady.</summary>
    private const double Foreign = 0.1;

    /// <summary>Queries never use a processor to the last part of it.</summary>
    private const double Tolerance = 0.25;

    /// <summary>Figures of processors are about the last second, and those of queries may be older.</summary>
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(3);

    private DateTimeOffset? _roomSince;
    private DateTimeOffset? _turnedSince;

    /// <summary>One more may have a slot.</summary>
    public bool HasOne { get; private set; }

    /// <summary>Other programs use the processors.</summary>
    public bool IsForeign { get; private set; }

    /// <summary>Takes in a turn.</summary>
    public void Follow(Observation observation, List<TrackedQuery> claims)
    {
        var (now, host) = (observation.Time, observation.Pressure?.Processors);
        FollowForeign(host, now);
        var (left, running, waiting) = (host?.Idle ?? 0, 0, 0);
        foreach (var claim in claims)
        {
            if (observation.FiguresOf(claim.Query)?.Cpu is { } cpu)
                claim.Slot.Measure(cpu, now);

            left += claim.Slot.Processors;
            running += claim.Slot.IsGiven ? 1 + claim.Query.Workers.Length : 0;
            waiting += claim.Slot.Waits ? 1 : 0;
        }

        var hasRoom = host is not null && waiting > 0 && running + 1 <= left + Tolerance;
        _roomSince = hasRoom ? _roomSince ?? now : null;
        HasOne = now - _roomSince >= Settling;
    }

    /// <summary>One more has a slot.</summary>
    public void Take() => (HasOne, _roomSince) = (false, null);

    private void FollowForeign(HostProcessors? host, DateTimeOffset now)
    {
        var presses = host?.Foreign >= host?.Online * Foreign;
        var isOther = IsForeign ? !presses : presses && host?.Idle < 1;
        _turnedSince = isOther ? _turnedSince ?? now : null;
        if (now - _turnedSince >= Settling)
            (IsForeign, _turnedSince) = (!IsForeign, null);
    }
}
