using RgPolicy.Documents.Why;
using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>Why one query has its class and its limits, with its plan as a tree.</summary>
internal static class WhyView
{
    /// <summary>Writes the page of an answer.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="place">Whose page it is.</param>
    /// <param name="why">The answer.</param>
    /// <param name="query">The query as status has it: of its text no more is shown than there; null where it is
    /// gone.</param>
    public static void Write(IBufferWriter<byte> output, PagePlace place, WhyDocument why, QueryStatus? query)
    {
        var page = PageFrame.Begin(output, place, $"Why query {Text(why.Query)}", isLive: false);
        page.Section("because", part => WriteBecause(part, place, why, query));
        if (why.Plan is { } plan)
            page.Section("plan", part => PlanTreeView.Write(part, plan));

        page.Section("tried", part => WriteTried(part, why)).Section("gives", part => WriteAllotment(part, why)).End();
    }

    public static void WriteProblem(IBufferWriter<byte> output, PagePlace place, string query, string problem)
    {
        var page = PageFrame.Begin(output, place, $"Why query {query}", isLive: false);
        page.Alarm(problem);
        page.Markup($"<p><a href=\"{place.Root}\">Queries that run now</a></p>\n").End();
    }

    private static void WriteBecause(HtmlText page, PagePlace place, WhyDocument why, QueryStatus? query)
    {
        page.Markup("<dl>\n<dt>Class</dt><dd><b>")
            .Text(Text(why.Class))
            .Markup(Invariant($"</b> (<a href=\"{place.Root}policy#L{why.Line ?? 1}\">"))
            .Text($"line {Text(why.Line)}")
            .Markup("</a> of the policy)</dd>\n")
            .Entry("Pool", Text(why.Pool))
            .Entry("Note", why.Note ?? "")
            .Entry("Login", query?.Login ?? "")
            .Entry("Database", query?.Database ?? "")
            .Entry("Running", query is null ? "" : Seconds(query.ElapsedSeconds))
            .Entry("Text", query?.Statement ?? "");
        foreach (var atom in Deciding(why))
            page.Entry("Because", $"{Text(atom.Text)} ({atom.ValueText ?? "unknown"})");

        page.Markup("</dl>\n");
        if (why.Provisional == true)
        {
            page.Paragraph(
                "note",
                "Provisional: nothing is throttled until these are known: "
                    + string.Join(", ", why.Unknown.OrEmpty().Select(each => $"{each.Signal} ({each.State})"))
            );
        }
    }

    private static IEnumerable<TriedAtomDocument> Deciding(WhyDocument why) =>
        (why.Tried.OrEmpty().LastOrDefault()?.Atoms).OrEmpty().Where(atom => atom is { Decides: true, Result: "true" });

    private static void WriteTried(HtmlText page, WhyDocument why) =>
        page.Table(
            "Classes that were tried, in the order of the text",
            ["class", "line", "result", "asked", "value", "answer"],
            from tried in why.Tried.OrEmpty()
            from atom in tried.Atoms.OrEmpty().DefaultIfEmpty()
            select new[]
            {
                Text(tried.Class),
                Text(tried.Line),
                Text(tried.Result),
                atom?.Text ?? "",
                atom?.ValueText ?? "",
                atom?.Result ?? "",
            },
            figures: 1..2
        );

    private static void WriteAllotment(HtmlText page, WhyDocument why)
    {
        var given = why.Allotment;
        page.Markup("<h2>What it has because of that</h2>\n<dl>\n")
            .Entry("Runs in", given?.Pool ?? "no pool: it has what the server was started with")
            .Entry(
                "CPU weight",
                given?.CpuShare is { } share ? Invariant($"{share * 100:0.#} % of the protected pool's") : ""
            )
            .Entry("CPUs", given?.Cores is { } cores ? string.Join(", ", cores) : "")
            .Entry(
                "Ways",
                string.Join(
                    "; ",
                    (given?.Masks).OrEmpty().Select(mask => $"L3 {Text(mask.Domain)}: {Text(mask.After)}")
                )
            )
            .Entry("Notes on the cache", string.Join("; ", (given?.CacheNotes).OrEmpty()))
            .Markup("</dl>\n");
        page.Table(
            "Settings of the pool of its class",
            ["setting", "requested", "effective", "takes effect", "why"],
            why.Settings.OrEmpty()
                .Select(each =>
                    new[]
                    {
                        Text(each.Name),
                        Text(each.Requested),
                        Text(each.Effective),
                        Text(each.Effect),
                        each.Reason ?? "",
                    }
                )
        );
    }
}
