using NodaTime;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Windows;

/// <summary>Says whether a moment lies in a window.</summary>
/// <remarks>
/// Local times are compared as they stand on the wall: so a skipped start or end counts as the first moment after it,
/// and a doubled local time counts both times.
/// </remarks>
public static class WindowClock
{
    /// <summary>True when the window includes the moment; its start belongs to it, its end does not.</summary>
    public static bool Contains(Window window, Instant moment)
    {
        var local = moment.InZone(window.Zone);
        var today = local.DayOfWeek;
        var time = local.TimeOfDay;
        if (window.End > window.Start)
            return time >= window.Start && time < window.End && Includes(window.Days, today);

        var yesterday = today == IsoDayOfWeek.Monday ? IsoDayOfWeek.Sunday : today - 1;
        return (time >= window.Start && Includes(window.Days, today))
            || (time < window.End && Includes(window.Days, yesterday));
    }

    private static bool Includes(ImmutableArray<IsoDayOfWeek> days, IsoDayOfWeek day)
    {
        foreach (var included in days)
        {
            if (included == day)
                return true;
        }

        return false;
    }
}
