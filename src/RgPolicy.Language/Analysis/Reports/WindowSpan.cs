using System.Globalization;
using NodaTime;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Writes a window as the language does: <c>mon..wed, sun 08:00..18:00 "UTC"</c>.</summary>
internal static class WindowSpan
{
    private static readonly string[] Names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    public static string Of(Window window) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Days(window)} {window.Start:HH:mm}..{End(window.End)} \"{window.Zone.Id}\""
        );

    // A text of its own: one within another's braces would be made by the current culture.
    private static string End(LocalTime time) =>
        time == LocalTime.Midnight ? "24:00" : FormattableString.Invariant($"{time:HH:mm}");

    private static string Days(Window window)
    {
        var open = window.Days.Select(day => (int)day - 1).ToHashSet();
        var runs = Enumerable
            .Range(0, Names.Length)
            .Where(day => open.Contains(day) && !open.Contains(day - 1))
            .Select(first =>
                (First: first, Last: Enumerable.Range(first, Names.Length - first).TakeWhile(open.Contains).Last())
            );
        return string.Join(
            ", ",
            runs.Select(run => run.First == run.Last ? Names[run.First] : $"{Names[run.First]}..{Names[run.Last]}")
        );
    }
}
