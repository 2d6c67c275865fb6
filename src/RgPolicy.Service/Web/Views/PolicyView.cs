using System.Buffers;
using System.Globalization;
using RgPolicy.Documents;
using RgPolicy.Documents.Policy;
using RgPolicy.Service.Status;
using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>The policy in force: its text with how often each class was given, and what of it is of no use.</summary>
internal static class PolicyView
{
    // The first picture has these; the others are set after it, where there are scripts.
    private const int SeenAtOnce = 60;

    /// <summary>Writes the page.</summary>
    public static void Write(IBufferWriter<byte> output, PagePlace place, IStatusView view)
    {
        var page = PageFrame.Begin(output, place, PageView.Policy);
        if (view.ToPolicy() is { } policy)
        {
            Write(page, policy, [.. policy.Classes.OrEmpty()]);
        }
        else
        {
            page.Section("alarms", part => part.Alarm(view.Line));
        }

        page.End();
    }

    private static void Write(HtmlText page, PolicyDocument policy, IReadOnlyList<PolicyClassDocument> classes) =>
        page.Section("alarms", part => WriteAlarm(part, policy.Error))
            .Section("head", part => WriteHead(part, policy))
            .Section("waiting", part => RevisionList.WriteWaiting(part, policy.Waiting))
            .Section("unused", part => WriteUnused(part, classes))
            .Section("text", part => WriteText(part, policy.Text ?? "", classes))
            .Section("classes", part => WriteClasses(part, classes))
            .Section("left", part => WriteNotEnforced(part, policy))
            .Section("past", part => RevisionList.WritePast(part, policy));

    private static void WriteAlarm(HtmlText page, string? error)
    {
        if (error is not null)
        {
            page.Alarm($"The last policy was rejected, the revision below stays in force. {error}");
        }
    }

    private static void WriteHead(HtmlText page, PolicyDocument policy) =>
        page.Markup("<dl>\n")
            .Entry("File", Text(policy.Path))
            .Entry("Revision", Text(policy.Revision))
            .Entry("States", string.Join(", ", policy.ActiveStates.OrEmpty()))
            .Markup("</dl>\n");

    private static void WriteUnused(HtmlText page, IReadOnlyList<PolicyClassDocument> classes)
    {
        var unused = classes.Where(each => each.Queries == 0).ToList();
        page.Paragraph(
            "note",
            unused.Count == 0
                ? "Every class was given to a query since the start."
                : "Given to no query since the start: "
                    + string.Join(", ", unused.Select(each => Text(each.Name)))
                    + "."
        );
    }

    private static void WriteText(HtmlText page, string text, IReadOnlyList<PolicyClassDocument> classes)
    {
        var uses = classes.Where(each => each.Line is not null).ToLookup(each => each.Line ?? 0);
        page.Markup(
            "<div class=\"wide\"><table class=\"code\"><caption>Text, with the queries of each class</caption>\n"
        );
        page.Markup(
            "<thead><tr><th scope=\"col\" class=\"figure\">line</th><th scope=\"col\" class=\"figure\">since the "
                + "start</th><th scope=\"col\" class=\"figure\">last hour</th><th scope=\"col\" "
                + "class=\"figure\">running</th><th scope=\"col\">text</th></tr></thead>\n<tbody>\n"
        );
        var number = 0;
        foreach (var line in text.ReplaceLineEndings("\n").Split('\n'))
        {
            number++;
            WriteLine(page, number, line, uses[number].FirstOrDefault());
        }

        page.Markup("</tbody></table></div>\n");
    }

    private static void WriteLine(HtmlText page, int number, string line, PolicyClassDocument? use)
    {
        var style = (use, number) switch
        {
            ({ Queries: 0 }, _) => " class=\"unused\"",
            (_, > SeenAtOnce) => " class=\"late\"",
            _ => "",
        };
        page.Markup(string.Create(CultureInfo.InvariantCulture, $"<tr id=\"L{number}\"{style}>"))
            .Markup(string.Create(CultureInfo.InvariantCulture, $"<td class=\"figure\">{number}</td>"));
        foreach (var figure in new[] { use?.Queries, use?.LastHour, use?.Running })
        {
            page.Markup("<td class=\"figure\">").Text(use is null ? "" : Text(figure)).Markup("</td>");
        }

        page.Markup("<td><code>").Text(line).Markup("</code></td></tr>\n");
    }

    private static void WriteClasses(HtmlText page, IReadOnlyList<PolicyClassDocument> classes) =>
        page.Table(
            "Classes",
            ["class", "pool", "line", "since the start", "last hour", "running"],
            classes.Select(each =>
                (IReadOnlyList<string>)
                    [
                        Text(each.Name),
                        Text(each.Pool),
                        Text(each.Line),
                        Text(each.Queries),
                        Text(each.LastHour),
                        Text(each.Running),
                    ]
            ),
            2,
            3,
            4,
            5
        );

    private static void WriteNotEnforced(HtmlText page, PolicyDocument policy)
    {
        var steps = policy.NotEnforced.OrEmpty().ToList();
        if (steps.Count > 0)
        {
            page.Table(
                "Not carried out here",
                ["line", "what", "why"],
                steps.Select(step => (IReadOnlyList<string>)[Text(step.Line), Text(step.Name), Text(step.Reason)]),
                0
            );
        }
    }
}
