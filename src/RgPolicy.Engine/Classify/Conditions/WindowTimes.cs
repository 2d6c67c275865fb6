using NodaTime;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>Whether a moment lies in a window.</summary>
internal static class WindowTimes
{
    /// <summary>
    /// Start included, end excluded. A window over midnight belongs to the day of its start, so today's and yesterday's
    /// occurrence are tried; skipped local times count as the first moment after the gap, doubled ones count twice.
    /// </summary>
    public static bool Contains(Window window, Instant at)
    {
        var local = at.InZone(window.Zone).LocalDateTime;
        return Occurs(window, local.Date, local.TimeOfDay, isYesterday: false)
            || Occurs(window, local.Date.PlusDays(-1), local.TimeOfDay, isYesterday: true);
    }

    private static bool Occurs(Window window, LocalDate day, LocalTime time, bool isYesterday)
    {
        if (!window.Days.Contains(day.DayOfWeek))
        {
            return false;
        }

        var isOverMidnight = window.End <= window.Start;
        return isYesterday ? isOverMidnight && time < window.End : time >= window.Start && (isOverMidnight || time < window.End);
    }
}
