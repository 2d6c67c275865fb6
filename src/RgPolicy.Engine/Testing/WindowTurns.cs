using NodaTime;
using NodaTime.TimeZones;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Testing;

/// <summary>When windows open and close: exactly, also where the clock is put forward or back.</summary>
internal sealed class WindowTurns(ImmutableArray<Window> windows)
{
    // Within a week every time of a window comes round; one day more for the day that has begun, one
    // for what goes over midnight.
    private const int Days = 9;

    private readonly Instant?[] _next = new Instant?[windows.Length];

    /// <summary>The first moment after one and before another at which a window opens or closes, or null.</summary>
    public DateTimeOffset? Next(DateTimeOffset now, DateTimeOffset to)
    {
        var (from, end) = (Instant.FromDateTimeOffset(now), Instant.FromDateTimeOffset(to));
        var first = end;
        for (var index = 0; index < windows.Length; index++)
        {
            if (!(_next[index] > from))
                _next[index] = TurnOf(windows[index], from, end);

            first = Instant.Min(first, _next[index] ?? end);
        }

        return first < end ? first.ToDateTimeOffset() : null;
    }

    /// <summary>Begins anew: what is known went only as far as the moment before.</summary>
    public void Restart() => Array.Clear(_next);

    private static Instant TurnOf(Window window, Instant from, Instant end)
    {
        var isOpen = WindowClock.Contains(window, from);
        for (var at = Candidate(window, from); at < end; at = Candidate(window, at))
        {
            if (WindowClock.Contains(window, at) != isOpen)
                return at;
        }

        return end;
    }

    /// <summary>The next moment at which the window's start or end stands on the wall, or the wall
    /// clock is changed.</summary>
    private static Instant Candidate(Window window, Instant after)
    {
        var interval = window.Zone.GetZoneInterval(after);
        var local = after.InZone(window.Zone).Date;
        for (var day = 0; day < Days; day++)
        {
            var date = local.PlusDays(day);
            var found = Instant.Min(
                Reached(date + window.Start, interval, after),
                Reached(date + window.End, interval, after)
            );
            if (found < Instant.MaxValue)
                return found;
        }

        return interval.HasEnd ? interval.End : Instant.MaxValue;
    }

    private static Instant Reached(LocalDateTime wall, ZoneInterval interval, Instant after)
    {
        var at = wall.WithOffset(interval.WallOffset).ToInstant();
        return at > after && (!interval.HasEnd || at < interval.End) ? at : Instant.MaxValue;
    }
}
