using RgPolicy.Service.Minutes;
using RgPolicy.Service.Web.Html;

namespace RgPolicy.Service.Web.Views;

/// <summary>Lines over time; grey where the policy was not enforced. The same in figures stands below.</summary>
internal static class TimeChart
{
    private const int Width = 900;
    private const int Height = 110;
    private const int Bottom = 16;
    private const int Colours = 7;

    /// <summary>Writes a chart, or that there is nothing to draw.</summary>
    /// <param name="page">The page.</param>
    /// <param name="id">Of the heading, on this page only.</param>
    /// <param name="title">The heading.</param>
    /// <param name="spans">The oldest first.</param>
    /// <param name="lines">What is drawn, with its name; null is a gap.</param>
    /// <param name="text">A value as people read it.</param>
    public static void Write(
        HtmlText page,
        string id,
        string title,
        IReadOnlyList<MinuteSpan> spans,
        IReadOnlyList<(string Name, Func<MinuteSpan, double?> Value)> lines,
        Func<double?, string> text
    )
    {
        var drawn = lines
            .Select(line => (line.Name, Values: spans.Select(line.Value).ToList()))
            .Where(line => line.Values.Exists(value => value is not null))
            .ToList();
        page.Markup($"<h3 id=\"{id}\">").Text(title).Markup("</h3>\n");
        if (drawn.Count == 0)
        {
            page.Paragraph("note", "Nothing was kept of it.");
            return;
        }

        var highest = Math.Max(1e-9, drawn.Max(line => line.Values.Max() ?? 0));
        page.Markup("<div class=\"wide\">").BeginDrawing("chart", Width, Height + Bottom, id);
        Shade(page, spans);
        page.Box("frame", 0, 0, Width, Height);
        for (var index = 0; index < drawn.Count; index++)
            Line(page, index, drawn[index].Values, spans, highest);

        page.Word("head", 4, 14, text(highest))
            .Word("head", 0, Height + 13, Moment(spans[0].Began))
            .Word("head end", Width, Height + 13, Moment(spans[^1].Began))
            .EndDrawing()
            .Markup("</div>\n<p class=\"note\">");
        for (var index = 0; index < drawn.Count; index++)
        {
            var known = drawn[index].Values.OfType<double>().ToList();
            page.Markup(Swatch(index))
                .Text($"{drawn[index].Name}: {text(known[^1])} now, {text(known.Min())} to {text(known.Max())}. ");
        }

        page.Markup("</p>\n");
    }

    private static string Swatch(int index) =>
        Invariant($"<span class=\"swatch class{Math.Min(index, Colours)}\" aria-hidden=\"true\"></span>");

    private static string Moment(DateTimeOffset moment) =>
        moment.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);

    private static double Place(DateTimeOffset moment, IReadOnlyList<MinuteSpan> spans)
    {
        var whole = (spans[^1].Began - spans[0].Began).TotalSeconds;
        return whole <= 0 ? Width : Width * (moment - spans[0].Began).TotalSeconds / whole;
    }

    private static void Shade(HtmlText page, IReadOnlyList<MinuteSpan> spans)
    {
        for (var index = 0; index < spans.Count; index++)
        {
            if (spans[index].Host.IsGoverned)
                continue;

            var first = index;
            while (index + 1 < spans.Count && !spans[index + 1].Host.IsGoverned)
                index++;

            var from = Place(spans[first].Began, spans);
            var to = Place(spans[Math.Min(index + 1, spans.Count - 1)].Began, spans);
            page.Box("shade", from, 0, Math.Max(1, to - from), Height);
        }
    }

    private static void Line(
        HtmlText page,
        int index,
        List<double?> values,
        IReadOnlyList<MinuteSpan> spans,
        double highest
    )
    {
        var points = new StringBuilder();
        for (var at = 0; at <= values.Count; at++)
        {
            if (at < values.Count && values[at] is { } value)
            {
                var (x, y) = (Place(spans[at].Began, spans), Height - (Height * Math.Clamp(value / highest, 0, 1)));
                points.Append(CultureInfo.InvariantCulture, $"{x:0.#},{y:0.#} ");
            }
            else if (points.Length > 0)
            {
                page.Markup(Invariant($"<polyline class=\"stroke{Math.Min(index, Colours)}\" points=\"{points}\"/>"));
                points.Clear();
            }
        }
    }
}
