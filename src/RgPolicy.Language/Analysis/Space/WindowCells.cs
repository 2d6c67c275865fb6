using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Windows;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// Finds which windows are ever open together. A window depends on the local time of the week alone, so between two changes
/// of any zone's offset one week tells all; weeks with the same offsets tell the same.
/// </summary>
internal static class WindowCells
{
    /// <summary>Verdicts hold for moments from here ...</summary>
    public static readonly Instant From = Instant.FromUtc(2020, 1, 1, 0, 0);

    /// <summary>... up to here.</summary>
    public static readonly Instant To = Instant.FromUtc(2050, 1, 1, 0, 0);

    private static readonly Duration Week = Duration.FromDays(7);

    public static TimeAxis Find(ImmutableArray<Window> windows)
    {
        var moments = new Dictionary<string, Instant>(StringComparer.Ordinal);
        foreach (var moment in Spans(windows).SelectMany(span => Changes(windows, span)))
        {
            moments.TryAdd(Pattern(windows, moment), moment);
        }

        var cells = moments.ToImmutableArray();
        var open = windows.Select((_, window) =>
            CellSet.Of(Enumerable.Range(0, cells.Length).Where(cell => cells[cell].Key[window] == '1')));
        return new TimeAxis(windows, [.. cells.Select(cell => cell.Value)], [.. open]);
    }

    private static string Pattern(ImmutableArray<Window> windows, Instant moment) =>
        string.Create(windows.Length, (windows, moment), (text, all) =>
        {
            for (var index = 0; index < text.Length; index++)
            {
                text[index] = WindowClock.Contains(all.windows[index], all.moment) ? '1' : '0';
            }
        });

    /// <summary>Spans of at most a week without a change of offset, one for each combination of offsets that lasts a week.</summary>
    private static IEnumerable<Interval> Spans(ImmutableArray<Window> windows)
    {
        var zones = windows.Select(window => window.Zone).Distinct().ToImmutableArray();
        var turns = zones.SelectMany(zone => zone.GetZoneIntervals(From, To))
            .Where(each => each.HasStart && each.Start > From)
            .Select(each => each.Start).Append(From).Append(To).Distinct().Order().ToList();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        for (var index = 0; index + 1 < turns.Count; index++)
        {
            var (start, end) = (turns[index], turns[index + 1]);
            var offsets = string.Join(' ', zones.Select(zone => zone.GetUtcOffset(start).Milliseconds));
            if (end - start < Week)
            {
                yield return new Interval(start, end);
            }
            else if (seen.Add(offsets))
            {
                yield return new Interval(start, start + Week);
            }
        }
    }

    /// <summary>Every moment of the span at which a window may open or close, and its start.</summary>
    private static IEnumerable<Instant> Changes(ImmutableArray<Window> windows, Interval span)
    {
        yield return span.Start;
        foreach (var window in windows)
        {
            var offset = window.Zone.GetUtcOffset(span.Start);
            var first = span.Start.WithOffset(offset).Date;
            for (var day = 0; day <= 7; day++)
            {
                foreach (var time in new[] { window.Start, window.End })
                {
                    var moment = first.PlusDays(day).At(time).WithOffset(offset).ToInstant();
                    if (moment >= span.Start && moment < span.End)
                    {
                        yield return moment;
                    }
                }
            }
        }
    }
}
