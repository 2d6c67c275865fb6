using System.Runtime.InteropServices;
using NodaTime;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Finds which windows are ever open together: goes through time from turn to turn, and gives each set of open
/// windows a cell.</summary>
internal sealed class WindowCells
{
    /// <summary>Verdicts hold for moments from here ...</summary>
    public static readonly Instant From = Instant.FromUtc(2020, 1, 1, 0, 0);

    /// <summary>... up to here.</summary>
    public static readonly Instant To = Instant.FromUtc(2050, 1, 1, 0, 0);

    /// <summary>Openings and closings that are looked at; of windows beyond them nothing is decided.</summary>
    public const int MostTurns = 1_000_000;

    private readonly ulong[] _open; // A bit for each window.
    private readonly ulong[] _openInLast; // In the last cell.
    private readonly List<int>[] _bounds; // The cells at which each window opens and closes in turn.
    private readonly HashSet<string> _seen = new(StringComparer.Ordinal);
    private readonly List<Instant> _moments = [];

    private WindowCells(int windows) =>
        (_open, _openInLast, _bounds) = (
            new ulong[(windows + 63) / 64],
            new ulong[(windows + 63) / 64],
            [.. Enumerable.Range(0, windows).Select(_ => new List<int>())]
        );

    /// <summary>The sets of windows that are ever open together; windows are left out from the first on
    /// that has too many turns.</summary>
    public static TimeAxis Find(ImmutableArray<Window> windows)
    {
        var spans = OffsetSpans.Of(windows, From, To);
        var turns = 0L;
        ImmutableArray<Window> told =
        [
            .. windows.TakeWhile(window => (turns += 2L * spans.Length * (window.Days.Length + 2)) <= MostTurns),
        ];
        var cells = new WindowCells(told.Length);
        foreach (var span in spans)
            cells.Pass(told, span);

        return new TimeAxis(told, [.. cells._moments], [.. cells._bounds.Select(cells.Close)]);
    }

    /// <summary>Passes a span without a change of offset; all windows are closed before it and after it.</summary>
    private void Pass(ImmutableArray<Window> windows, Interval span)
    {
        var turns = new List<(long Second, int Window)>();
        for (var place = 0; place < windows.Length; place++)
            AddTurns(windows[place], place, span, turns);

        turns.Sort();
        var end = span.End.ToUnixTimeSeconds();
        var next = 0;
        for (var second = span.Start.ToUnixTimeSeconds(); second < end; )
        {
            for (; next < turns.Count && turns[next].Second <= second; next++)
                _open[turns[next].Window / 64] ^= 1UL << (turns[next].Window % 64);

            Meet(Instant.FromUnixTimeSeconds(second));
            second = next < turns.Count ? turns[next].Second : end;
        }

        Array.Clear(_open);
    }

    private static void AddTurns(Window window, int place, Interval span, List<(long Second, int Window)> turns)
    {
        var offset = window.Zone.GetUtcOffset(span.Start);
        var (from, to) = (span.Start.ToUnixTimeSeconds(), span.End.ToUnixTimeSeconds());
        var last = span.End.WithOffset(offset).Date;
        for (var day = span.Start.WithOffset(offset).Date.PlusDays(-1); day <= last; day = day.PlusDays(1))
        {
            var closes = window.End > window.Start ? day : day.PlusDays(1);
            var begin = Math.Max(from, Second(day, window.Start, offset));
            var end = Math.Min(to, Second(closes, window.End, offset));
            if (begin < end && window.Days.Contains(day.DayOfWeek))
                turns.AddRange([(begin, place), (end, place)]);
        }
    }

    private static long Second(LocalDate day, LocalTime time, Offset offset) =>
        day.At(time).WithOffset(offset).ToInstant().ToUnixTimeSeconds();

    /// <summary>A set that was not met before begins a cell.</summary>
    private void Meet(Instant moment)
    {
        if (!_seen.Add(new string(MemoryMarshal.Cast<ulong, char>(_open))))
            return;

        for (var window = 0; window < _bounds.Length; window++)
        {
            if ((((_open[window / 64] ^ _openInLast[window / 64]) >> (window % 64)) & 1) == 1)
                _bounds[window].Add(_moments.Count);
        }

        _open.CopyTo(_openInLast, 0);
        _moments.Add(moment);
    }

    private CellSet Close(List<int> bounds) =>
        CellSet.OfBounds(bounds.Count % 2 == 0 ? [.. bounds] : [.. bounds, _moments.Count]);
}
