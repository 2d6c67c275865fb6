using NodaTime;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// Spans of at most a week without a change of any zone's offset. A window depends on the local time of
/// the week alone, so of the spans with the same offsets a whole week tells all, and of two shorter ones over the same
/// part of the week one does.
/// </summary>
internal static class OffsetSpans
{
    private static readonly Duration Week = Duration.FromDays(7);

    /// <summary>The spans between two moments that tell everything about some windows, in the order of time.</summary>
    public static ImmutableArray<Interval> Of(ImmutableArray<Window> windows, Instant from, Instant to)
    {
        var clocks = windows
            .Select(window => window.Zone)
            .Distinct()
            .Select(zone => zone.GetZoneIntervals(from, to).ToList())
            .DistinctBy(
                intervals => string.Join(';', intervals.Select(each => Text(each.RawStart(from), each.WallOffset))),
                StringComparer.Ordinal
            )
            .ToImmutableArray();
        var spans = Cut(clocks, from, to);
        var whole = spans
            .Where(span => span.End - span.Start >= Week)
            .DistinctBy(span => span.Offsets, StringComparer.Ordinal)
            .ToList();
        var told = whole.Select(span => span.Offsets).ToHashSet(StringComparer.Ordinal);
        var parts = spans
            .Where(span => !told.Contains(span.Offsets))
            .DistinctBy(span => (span.Offsets, PartOfWeek(span.Start), span.End - span.Start));
        return
        [
            .. whole
                .Select(span => new Interval(span.Start, span.Start + Week))
                .Concat(parts.Select(span => new Interval(span.Start, span.End)))
                .OrderBy(span => span.Start),
        ];
    }

    private static Instant RawStart(this NodaTime.TimeZones.ZoneInterval interval, Instant from) =>
        interval.HasStart && interval.Start > from ? interval.Start : from;

    private static string Text(Instant start, Offset offset) =>
        string.Create(CultureInfo.InvariantCulture, $"{start.ToUnixTimeSeconds()} {offset.Seconds}");

    private static long PartOfWeek(Instant moment) => moment.ToUnixTimeSeconds() % (long)Week.TotalSeconds;

    /// <summary>All spans without a change, each with the offsets of all clocks.</summary>
    private static List<(Instant Start, Instant End, string Offsets)> Cut(
        ImmutableArray<List<NodaTime.TimeZones.ZoneInterval>> clocks,
        Instant from,
        Instant to
    )
    {
        var turns = clocks
            .SelectMany(intervals => intervals.Select(each => each.RawStart(from)))
            .Append(from)
            .Append(to)
            .Distinct()
            .Order()
            .ToList();
        var at = new int[clocks.Length];
        var spans = new List<(Instant, Instant, string)>();
        for (var index = 0; index + 1 < turns.Count; index++)
        {
            for (var clock = 0; clock < at.Length; clock++)
            {
                at[clock] +=
                    at[clock] + 1 < clocks[clock].Count && clocks[clock][at[clock] + 1].Start <= turns[index] ? 1 : 0;
            }

            var offsets = string.Join(
                ' ',
                clocks.Select((intervals, clock) => intervals[at[clock]].WallOffset.Seconds)
            );
            spans.Add((turns[index], turns[index + 1], offsets));
        }

        return spans;
    }
}
