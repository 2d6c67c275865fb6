using System.Globalization;
using NodaTime;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Writes a window as the language does: <c>mon..wed, sun 08:00..18:00 "UTC"</c>.</summary>
internal static class WindowSpan
{
    private static readonly string[] Names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    public static string Of(Window window) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Days(window)} {window.Start:HH:mm}..{(window.End == LocalTime.Midnight ? "24:00" : $"{window.End:HH:mm}")} \"{window.Zone.Id}\"");

    private static string Days(Window window)
    {
        var open = window.Days.Select(day => (int)day - 1).ToHashSet();
        var runs = Enumerable.Range(0, Names.Length).Where(day => open.Contains(day) && !open.Contains(day - 1))
            .Select(first => (First: first, Last: Enumerable.Range(first, Names.Length - first).TakeWhile(open.Contains).Last()));
        return string.Join(", ", runs.Select(run => run.First == run.Last ? Names[run.First] : $"{Names[run.First]}..{Names[run.Last]}"));
    }
}
