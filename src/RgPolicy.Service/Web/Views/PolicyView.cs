using RgPolicy.Documents.Policy;
using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>The policy in force: its text with how often each class was given, and what of it is of no use.</summary>
internal static class PolicyView
{
    // The first picture has these; the others are set after it, where there are scripts.
    private const int SeenAtOnce = 60;

    public static void Write(IBufferWriter<byte> output, PagePlace place, IStatusView view) =>
        PageFrame.Write(output, place, PageView.Policy, view, view.ToPolicy(), Write);

    private static void Write(HtmlText page, PolicyDocument policy)
    {
        List<PolicyClassDocument> classes = [.. policy.Classes.OrEmpty()];
        page.Section("alarms", part => WriteAlarm(part, policy.Error))
            .Section("head", part => WriteHead(part, policy))
            .Section("waiting", part => RevisionList.WriteWaiting(part, policy.Waiting))
            .Section("unused", part => WriteUnused(part, classes))
            .Section("text", part => WriteText(part, policy.Text ?? "", classes))
            .Section("classes", part => WriteClasses(part, classes))
            .Section("left", part => WriteNotEnforced(part, policy))
            .Section("past", part => RevisionList.WritePast(part, policy));
    }

    private static void WriteAlarm(HtmlText page, string? error)
    {
        if (error is not null)
            page.Alarm($"The last policy was rejected, the revision below stays in force. {error}");
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
        page.Markup(Invariant($"<tr id=\"L{number}\"{style}>"))
            .Markup(Invariant($"<td class=\"figure\">{number}</td>"));
        foreach (var figure in new[] { use?.Queries, use?.LastHour, use?.Running })
            page.Markup("<td class=\"figure\">").Text(use is null ? "" : Text(figure)).Markup("</td>");

        page.Markup("<td><code>").Text(line).Markup("</code></td></tr>\n");
    }

    private static void WriteClasses(HtmlText page, IReadOnlyList<PolicyClassDocument> classes) =>
        page.Table(
            "Classes",
            ["class", "pool", "line", "since the start", "last hour", "running"],
            classes.Select(each =>
                new[]
                {
                    Text(each.Name),
                    Text(each.Pool),
                    Text(each.Line),
                    Text(each.Queries),
                    Text(each.LastHour),
                    Text(each.Running),
                }
            ),
            figures: 2..6
        );

    private static void WriteNotEnforced(HtmlText page, PolicyDocument policy)
    {
        var steps = policy.NotEnforced.OrEmpty().ToList();
        if (steps.Count > 0)
        {
            page.Table(
                "Not carried out here",
                ["line", "what", "why"],
                steps.Select(step => new[] { Text(step.Line), Text(step.Name), Text(step.Reason) }),
                figures: 0..1
            );
        }
    }
}

/// <summary>The pools: what was asked for, and what is in force.</summary>
internal static class PoolSettingsView
{
    public static void Write(HtmlText page, IReadOnlyList<PoolStatus> pools, bool isEnforced)
    {
        page.Table(
            "Pools",
            ["pool", "setting", "requested", isEnforced ? "in force" : "would be", "takes effect"],
            pools.SelectMany(Rows)
        );
        foreach (var pool in pools)
        {
            foreach (var problem in (pool.ReadBack?.Problems).OrEmpty())
                page.Paragraph("note", $"Pool {Text(pool.Name)}: {problem}");
        }
    }

    private static IEnumerable<string[]> Rows(PoolStatus pool)
    {
        foreach (var setting in pool.Settings.OrEmpty())
        {
            yield return
            [
                Text(pool.Name),
                Text(setting.Name),
                Text(setting.Requested),
                Text(setting.Effective),
                Text(setting.Effect),
            ];
        }

        if (pool.ReadBack is { } readBack)
        {
            yield return [Text(pool.Name), "(read back)", "", Text(readBack.CpuLever), Text(readBack.CacheMask)];
            if (readBack.ReadLimit is { Length: > 0 } limit)
                yield return [Text(pool.Name), "(read back)", "", limit, ""];
        }
    }
}

/// <summary>What a changed policy would change, and what the changes before have changed, in meaning.</summary>
internal static class RevisionList
{
    /// <summary>The revision that waits to be approved; the script offers to approve this one.</summary>
    public static void WriteWaiting(HtmlText page, WaitingRevisionDocument? waiting)
    {
        if (waiting is null)
            return;

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
            page.Paragraph("note", "The policy has not changed.");
    }

    private static void WriteDifference(HtmlText page, IReadOnlyList<string>? meaning, IReadOnlyList<string>? lines)
    {
        foreach (var line in meaning.OrEmpty())
            page.Markup("<li>").Text(line).Markup("</li>\n");

        page.Markup("</ul>\n");
        if (lines is { Count: > 0 })
            page.Markup("<div class=\"wide\"><pre>").Text(string.Join('\n', lines.OrEmpty())).Markup("</pre></div>\n");
    }
}
