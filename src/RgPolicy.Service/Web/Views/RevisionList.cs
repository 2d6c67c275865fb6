using RgPolicy.Documents;
using RgPolicy.Documents.Policy;
using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>What a changed policy would change, and what the changes before have changed, in meaning.</summary>
internal static class RevisionList
{
    /// <summary>The revision that waits to be approved; the script offers to approve this one.</summary>
    public static void WriteWaiting(HtmlText page, WaitingRevisionDocument? waiting)
    {
        if (waiting is null)
        {
            return;
        }

        page.Alarm(
            $"Revision {Text(waiting.Revision)} waits to be approved since {Text(DocumentFormat.Text(waiting.Since))}: "
                + "under Orders, or by rgp reload. It would change:"
        );
        page.Markup("<ul data-waiting=\"").Text(waiting.Revision ?? "").Markup("\">\n");
        WriteDifference(page, waiting.Differences, waiting.Lines);
    }

    /// <summary>The revisions before.</summary>
    public static void WritePast(HtmlText page, PolicyDocument policy)
    {
        page.Markup("<h2>Changes since the start</h2>\n");
        var after = Text(policy.Revision);
        foreach (var each in policy.Past.OrEmpty())
        {
            page.Paragraph(
                "note",
                $"{Text(DocumentFormat.Text(each.Replaced))}: {Text(each.Revision)} was replaced by {after}, by "
                    + $"{Text(each.By)}"
            );
            page.Markup("<ul>\n");
            WriteDifference(page, each.Differences, each.Lines);
            after = Text(each.Revision);
        }

        if (policy.Past is not { Count: > 0 })
        {
            page.Paragraph("note", "The policy has not changed.");
        }
    }

    private static void WriteDifference(HtmlText page, IReadOnlyList<string>? meaning, IReadOnlyList<string>? lines)
    {
        foreach (var line in meaning.OrEmpty())
        {
            page.Markup("<li>").Text(line).Markup("</li>\n");
        }

        page.Markup("</ul>\n");
        if (lines is { Count: > 0 })
        {
            page.Markup("<div class=\"wide\"><pre>").Text(string.Join('\n', lines.OrEmpty())).Markup("</pre></div>\n");
        }
    }
}
