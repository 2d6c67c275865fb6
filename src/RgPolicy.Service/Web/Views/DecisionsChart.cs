using RgPolicy.Service.Web.Html;

namespace RgPolicy.Service.Web.Views;

/// <summary>Which classes queries were given in the last hour: columns, drawn here, and a table with the same in
/// figures for readers who do not see the drawing.</summary>
internal static class DecisionsChart
{
    /// <summary>Classes with a colour of their own; the style sheet has one more for all others.</summary>
    private const int Colours = 7;

    private const int Slot = 10;
    private const int Bar = 8;
    private const int Height = 100;
    private const int Minutes = 60;
    private const int MinutesOfAStep = 3;
    private const string Steps = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    public static void Write(HtmlText page, DecisionCounts? decisions)
    {
        var classes = (decisions?.Classes)
            .OrEmpty()
            .Select(each => (Name: Field.Text(each.Name), Queries: (long[])[.. each.Queries ?? []]))
            .ToList();
        page.Markup("<h2 id=\"decided\">Queries that were given a class, minute by minute</h2>\n");
        if (classes.Count == 0)
        {
            page.Paragraph("note", "None in the last hour.");
            return;
        }

        var intervals = classes.Min(each => each.Queries.Length);
        var highest = Enumerable.Range(0, intervals).Max(minute => classes.Sum(each => each.Queries[minute]));
        WriteColumns(page, [.. classes.Select(each => each.Queries)], intervals, highest);
        page.Paragraph(
            "note",
            Invariant(
                $"The last hour, the running minute at the right; the highest column is {highest} queries in a minute."
            )
        );
        WriteTable(page, classes);
    }

    private static void WriteColumns(HtmlText page, long[][] classes, int intervals, long highest)
    {
        page.Markup(
            $"<svg class=\"columns\" role=\"img\" aria-labelledby=\"decided\" viewBox=\"0 0 {Minutes * Slot} "
                + $"{Height}\" preserveAspectRatio=\"none\">\n"
        );
        for (var minute = 0; minute < intervals; minute++)
        {
            var below = 0.0;
            for (var index = 0; index < classes.Length; index++)
            {
                var height = highest == 0 ? 0 : (double)Height * classes[index][minute] / highest;
                below += height;
                if (height > 0)
                {
                    page.Markup(
                        Invariant(
                            $"<rect class=\"{Colour(index)}\" x=\"{(Minutes - intervals + minute) * Slot}\" y=\"{Height - below:0.##}\" width=\"{Bar}\" height=\"{height:0.##}\"/>"
                        )
                    );
                }
            }
        }

        page.Markup("</svg>\n");
    }

    private static void WriteTable(HtmlText page, List<(string Name, long[] Queries)> classes)
    {
        page.Markup(
            "<div class=\"wide\"><table><caption>In figures</caption>\n<thead><tr><th scope=\"col\">class</th>"
        );
        foreach (var head in new[] { "this minute", "10 minutes", "an hour" })
            page.Markup("<th scope=\"col\" class=\"figure\">").Text(head).Markup("</th>");

        page.Markup("<th scope=\"col\">the last hour</th></tr></thead>\n<tbody>\n");
        for (var index = 0; index < classes.Count; index++)
        {
            var (name, queries) = classes[index];
            page.Markup($"<tr><td><span class=\"swatch {Colour(index)}\" aria-hidden=\"true\"></span>")
                .Text(name)
                .Markup("</td>");
            foreach (var minutes in new[] { 1, 10, Minutes })
            {
                page.Markup("<td class=\"figure\">")
                    .Text(queries.TakeLast(minutes).Sum().ToString(CultureInfo.InvariantCulture))
                    .Markup("</td>");
            }

            page.Markup("<td class=\"ways\" aria-hidden=\"true\">").Text(Line(queries)).Markup("</td></tr>\n");
        }

        page.Markup("</tbody></table></div>\n");
    }

    /// <summary>Three minutes for each step, so that a line fits beside the figures.</summary>
    private static string Line(long[] queries)
    {
        var steps = queries.Reverse().Chunk(MinutesOfAStep).Select(chunk => chunk.Sum()).Reverse().ToList();
        var highest = Math.Max(1, steps.Max());
        return string.Concat(
            steps.Select(step => step == 0 ? '\u00b7' : Steps[(int)((step * (Steps.Length - 1)) / highest)])
        );
    }

    private static string Colour(int index) => Invariant($"class{Math.Min(index, Colours)}");
}
