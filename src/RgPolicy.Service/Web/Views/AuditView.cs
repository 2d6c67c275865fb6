using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>What was changed, by whom and why; the last hundred changes.</summary>
internal static class AuditView
{
    public static void Write(IBufferWriter<byte> output, PagePlace place, IStatusView view) =>
        PageFrame.Write(
            output,
            place,
            PageView.Audit,
            view,
            view.ToDocument(),
            (page, status) =>
                page.Section("alarms", part => AlarmList.Write(part, status))
                    .Section("head", part => WriteHead(part, status))
                    .Section("queries", part => WriteChanges(part, place, [.. status.Changes.OrEmpty()]))
        );

    private static void WriteHead(HtmlText page, StatusDocument status)
    {
        if (status.AuditPath is { } path)
        {
            page.Markup("<dl>\n")
                .Entry("Audit trail", path)
                .Entry("Entries missing", Text(status.AuditLost))
                .Markup("</dl>\n");
            page.Paragraph(
                "note",
                "The last hundred changes. rgp audit show has all, rgp audit verify follows the chain."
            );
        }
        else
        {
            page.Paragraph(
                "note",
                "The last hundred changes, in memory only: --audit FILE, or Audit of a target, keeps them all."
            );
        }
    }

    private static void WriteChanges(HtmlText page, PagePlace place, IReadOnlyList<RecentChange> changes)
    {
        if (changes.Count == 0)
        {
            page.Paragraph("note", "Nothing was changed since the start.");
            return;
        }

        page.Markup("<div class=\"wide\"><table data-sorted><caption>Changes, the newest first</caption>\n<thead><tr>");
        foreach (
            var head in new[] { "time", "what", "who", "query", "login", "database", "class", "before", "after", "why" }
        )
            page.Markup("<th scope=\"col\">").Text(head).Markup("</th>");

        page.Markup("</tr></thead>\n<tbody>\n");
        for (var index = 0; index < changes.Count; index++)
        {
            var change = changes[index];
            page.Markup(Invariant($"<tr data-key=\"{change.Time?.Ticks}-{changes.Count - index}\">"))
                .Cell(Text(DocumentFormat.Text(change.Time)))
                .Cell(Text(change.Event))
                .Cell(Text(change.Actor));
            WriteQuery(page, place, change.Query);
            page.Cell(change.Login ?? "")
                .Cell(change.Database ?? "")
                .Cell(change.Class ?? "")
                .Cell(change.Before ?? "")
                .Cell(change.After ?? "")
                .Cell(change.Reason ?? "");
            page.Markup("</tr>\n");
        }

        page.Markup("</tbody></table></div>\n");
    }

    private static void WriteQuery(HtmlText page, PagePlace place, string? query)
    {
        if (query is null)
        {
            page.Cell("");
            return;
        }

        page.Markup($"<td><a href=\"{place.Root}why/")
            .Text(Uri.EscapeDataString(query))
            .Markup("\">")
            .Text(query)
            .Markup("</a></td>");
    }
}
