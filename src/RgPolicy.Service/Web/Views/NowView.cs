using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>What is wrong, what runs now, and what was decided of it.</summary>
internal static class NowView
{
    private const int MostChanges = 20;

    public static void Write(IBufferWriter<byte> output, PagePlace place, IStatusView view) =>
        PageFrame.Write(
            output,
            place,
            PageView.Now,
            view,
            view.ToDocument(),
            (page, status) => Write(page, place, status)
        );

    private static void Write(HtmlText page, PagePlace place, StatusDocument status) =>
        page.Section("alarms", part => AlarmList.Write(part, status))
            .Section("head", part => WriteHead(part, status))
            .Section("tiles", part => WriteTiles(part, status))
            .Section("queries", part => QueryTableView.Write(part, place, [.. status.Queries.OrEmpty()]))
            .Section("decisions", part => DecisionsChart.Write(part, status.Decisions))
            .Section("classes", part => WriteClasses(part, status.Classes.OrEmpty(), status.TooShort))
            .Section("changes", part => WriteChanges(part, [.. status.Changes.OrEmpty().Take(MostChanges)]));

    private static void WriteHead(HtmlText page, StatusDocument status) =>
        page.Markup("<dl>\n")
            .Entry(
                "Target",
                $"{Text(status.Target?.Connection)} ({Text(status.Target?.Kind)} {Text(status.Target?.Version)})"
            )
            .Entry("Policy", $"{Text(status.PolicyPath)}, revision {Text(status.Revision)}")
            .Entry("Level", Text(status.Level))
            .Entry("States", string.Join(", ", status.ActiveStates.OrEmpty()))
            .Markup("</dl>\n");

    private static void WriteTiles(HtmlText page, StatusDocument status)
    {
        var queries = status.Queries.OrEmpty().ToList();
        page.Markup("<ul class=\"tiles\">\n");
        Tile(page, Count(queries.Count), "queries run");
        Tile(
            page,
            Count(queries.Count(query => query.PoolNumber > 0)),
            status.IsEnforced ? "are throttled" : "would be throttled"
        );
        Tile(page, Count(queries.Count(query => query.WaitsFor is not null)), "wait for a lock");
        if (status.Host?.CpuPressure is { } pressure)
            Tile(page, Invariant($"{pressure:0.#} %"), "pressure on the CPUs");

        if (status.Reactions?.AllSeconds?.P95 is { } reaction)
            Tile(page, Seconds(reaction), "reaction, p95");

        if (status.Poll?.CostSeconds?.P95 is { } poll)
            Tile(page, Seconds(poll), "a poll takes, p95");

        page.Markup("</ul>\n");
    }

    private static string Count(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static void Tile(HtmlText page, string figure, string words) =>
        page.Markup("<li><b>").Text(figure).Markup("</b> ").Text(words).Markup("</li>\n");

    private static void WriteClasses(HtmlText page, IEnumerable<ClassCount> classes, long? tooShort)
    {
        page.Table(
            "Queries of each class since the start",
            ["class", "queries"],
            classes.Select(each => new[] { Text(each.Name), Text(each.Queries) }),
            figures: 1..2
        );
        if (tooShort is { } queries)
        {
            page.Paragraph(
                "note",
                $"Too short to matter: {Text(queries)} queries ended within 300 ms, before their class was final."
            );
        }
    }

    private static void WriteChanges(HtmlText page, IReadOnlyList<RecentChange> changes)
    {
        if (changes.Count > 0)
        {
            page.Table(
                "Last changes",
                ["time", "what", "query", "login", "database", "class", "before", "after", "why", "who"],
                changes.Select(change =>
                    new[]
                    {
                        Time(change.Time),
                        Text(change.Event),
                        Text(change.Query),
                        Text(change.Login),
                        Text(change.Database),
                        Text(change.Class),
                        Text(change.Before),
                        Text(change.After),
                        Text(change.Reason),
                        Text(change.Actor),
                    }
                )
            );
        }
    }
}
