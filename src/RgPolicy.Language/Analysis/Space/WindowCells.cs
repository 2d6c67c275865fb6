using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Finds which windows are ever open together.</summary>
internal static class WindowCells
{
    /// <summary>Verdicts hold for moments from here ...</summary>
    public static readonly Instant From = Instant.FromUtc(2020, 1, 1, 0, 0);

    /// <summary>... up to here.</summary>
    public static readonly Instant To = Instant.FromUtc(2050, 1, 1, 0, 0);

    /// <summary>Openings and closings that are looked at; of windows beyond them nothing is decided.</summary>
    public const int MostTurns = 1_000_000;

    /// <summary>The sets of windows that are ever open together; windows are left out from the first on
    /// that has too many turns.</summary>
    public static TimeAxis Find(ImmutableArray<Window> windows)
    {
        var spans = OffsetSpans.Of(windows, From, To);
        var told = Told(windows, spans.Length);
        var sweep = new WindowSweep(told.Length);
        foreach (var span in spans)
        {
            sweep.Pass(span, WindowMoments.Of(told, span));
        }

        return new TimeAxis(told, sweep.Moments, sweep.Open());
    }

    private static ImmutableArray<Window> Told(ImmutableArray<Window> windows, int spans)
    {
        var turns = 0L;
        return [.. windows.TakeWhile(window => (turns += (long)spans * WindowMoments.Most(window)) <= MostTurns)];
    }
}
