using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>The queries that run now, the oldest first; each leads to why it has its class. A script sorts and filters
/// them.</summary>
internal static class QueryTableView
{
    // The first picture has these; the others are set after it, where there are scripts.
    private const int SeenAtOnce = 50;

    public static void Write(HtmlText page, PagePlace place, IReadOnlyList<QueryStatus> queries)
    {
        if (queries.Count == 0)
        {
            page.Markup("<h2>Queries that run now</h2>\n").Paragraph("note", "None.");
            return;
        }

        var shows = new Columns(
            queries.Any(query => query.CpuSeconds is not null),
            queries.Any(query => query.Statement is not null)
        );
        page.Markup("<div class=\"wide\"><table data-sorted><caption>Queries that run now</caption>\n<thead><tr>");
        Head(page, "pid", isFigure: true);
        Head(page, "class");
        Head(page, "pool");
        Head(page, "running", isFigure: true);
        if (shows.Cpu)
            Head(page, "CPU", isFigure: true);

        foreach (var name in new[] { "waits for", "login", "database", "application" })
            Head(page, name);

        Head(page, "workers", isFigure: true);
        Head(page, "note");
        if (shows.Text)
            Head(page, "text");

        page.Markup("</tr></thead>\n<tbody>\n");
        var number = 0;
        foreach (var query in queries.OrderByDescending(query => query.ElapsedSeconds ?? 0))
        {
            page.Markup(number++ < SeenAtOnce ? "<tr data-key=\"" : "<tr class=\"late\" data-key=\"");
            Row(page, place, query, shows);
        }

        page.Markup("</tbody></table></div>\n");
    }

    private static void Head(HtmlText page, string name, bool isFigure = false) =>
        page.Markup(isFigure ? "<th scope=\"col\" class=\"figure\">" : "<th scope=\"col\">").Text(name).Markup("</th>");

    private static void Row(HtmlText page, PagePlace place, QueryStatus query, Columns shows)
    {
        page.Text(query.Id ?? "").Markup("\"><td class=\"figure\">");
        if (query.Id is { } id)
            page.Markup($"<a href=\"{place.Root}why/").Text(Uri.EscapeDataString(id)).Markup("\">");

        page.Text(Text(query.ProcessId)).Markup(query.Id is null ? "</td>" : "</a></td>");
        page.Cell(Class(query)).Cell(Text(query.Pool)).Figure(query.ElapsedSeconds, Seconds(query.ElapsedSeconds));
        if (shows.Cpu)
            Cpu(page, query);

        page.Cell(query.WaitsFor ?? "")
            .Cell(Text(query.Login))
            .Cell(Text(query.Database))
            .Cell(Text(query.Application))
            .Figure(query.Workers, Text(query.Workers))
            .Cell(Text(query.Note));
        if (shows.Text)
            page.Markup("<td class=\"statement\">").Text(Text(query.Statement)).Markup("</td>");

        page.Markup("</tr>\n");
    }

    private static void Cpu(HtmlText page, QueryStatus query)
    {
        if (query.CpuSeconds is not { } used || query.ElapsedSeconds is not > 0)
        {
            page.Figure(null, "-");
            return;
        }

        var share = used / query.ElapsedSeconds.Value;
        page.Markup(Invariant($"<td class=\"figure\" data-n=\"{share:0.####}\">"))
            .Bar(share)
            .Text(Invariant($"{share * 100:0} %"))
            .Markup("</td>");
    }

    private sealed record Columns(bool Cpu, bool Text);
}
