using NodaTime;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>The moments of a span without a change of offset at which windows open and close.</summary>
internal static class WindowMoments
{
    /// <summary>How many turns a window has in a span, at the most.</summary>
    public static int Most(Window window) => 2 * (window.Days.Length + 2);

    /// <summary>The turns in the order of time, each with the place of its window; of a window that is open at the
    /// start one is there.</summary>
    public static List<(long Second, int Window)> Of(ImmutableArray<Window> windows, Interval span)
    {
        var turns = new List<(long, int)>();
        for (var place = 0; place < windows.Length; place++)
        {
            Add(windows[place], place, span, turns);
        }

        turns.Sort();
        return turns;
    }

    private static void Add(Window window, int place, Interval span, List<(long Second, int Window)> turns)
    {
        var offset = window.Zone.GetUtcOffset(span.Start);
        var (from, to) = (span.Start.ToUnixTimeSeconds(), span.End.ToUnixTimeSeconds());
        var first = span.Start.WithOffset(offset).Date.PlusDays(-1);
        var last = span.End.WithOffset(offset).Date;
        for (var day = first; day <= last; day = day.PlusDays(1))
        {
            if (window.Days.Contains(day.DayOfWeek))
            {
                var closes = window.End > window.Start ? day : day.PlusDays(1);
                var begin = Math.Max(from, Second(day, window.Start, offset));
                var end = Math.Min(to, Second(closes, window.End, offset));
                if (begin < end)
                {
                    turns.Add((begin, place));
                    turns.Add((end, place));
                }
            }
        }
    }

    private static long Second(LocalDate day, LocalTime time, Offset offset) =>
        day.At(time).WithOffset(offset).ToInstant().ToUnixTimeSeconds();
}
