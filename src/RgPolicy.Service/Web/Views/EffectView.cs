using RgPolicy.Service.Minutes;
using RgPolicy.Service.Web.Html;
using RgPolicy.Service.Web.Simulated;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>What each class did while the policy was enforced, beside what it did while it was not.</summary>
internal static class EffectView
{
    /// <summary>Fewer queries are not compared.</summary>
    internal const int FewestCompared = 20;

    private const int MostCharts = 12;

    public static void Write(
        IBufferWriter<byte> output,
        PagePlace place,
        ViewRange range,
        IReadOnlyList<MinuteSpan> spans,
        string? problem,
        SimulatedFile? simulated = null
    )
    {
        var page = PageFrame.Begin(output, place, PageView.Effect);
        ViewRange.Write(page, place, PageView.Effect, range);
        var classes = ClassSpans
            .Merge(spans)
            .GroupBy(each => each.Class, StringComparer.Ordinal)
            .Select(group => new ComparedClass(
                group.Key,
                group.FirstOrDefault(each => each.IsGoverned),
                group.FirstOrDefault(each => !each.IsGoverned)
            ))
            .OrderByDescending(each => each.CpuSeconds)
            .ThenBy(each => each.Name, StringComparer.Ordinal)
            .ToList();
        page.Section("alarms", part => WriteProblem(part, problem))
            .Section("bought", part => WriteBought(part, spans, classes))
            .Section("simulated", part => SimulatedView.Write(part, simulated, name => MeanChange(classes, name)))
            .Section("classes", part => WriteClasses(part, classes))
            .Section("charts", part => WriteCharts(part, spans, classes))
            .End();
    }

    internal static void WriteProblem(HtmlText page, string? problem)
    {
        if (problem is not null)
            page.Alarm(problem);
    }

    private static void WriteBought(HtmlText page, IReadOnlyList<MinuteSpan> spans, List<ComparedClass> classes)
    {
        page.Markup("<h2>What governing bought</h2>\n");
        var governed = spans.Sum(each => each.Host.GovernedSeconds);
        var other = spans.Sum(each => each.Host.SeenSeconds) - governed;
        page.Paragraph("note", $"Enforced for {Seconds(governed)}, not enforced for {Seconds(Math.Max(0, other))}.");
        var compared = classes.Where(each => each.IsComparable).ToList();
        if (compared.Count == 0)
        {
            page.Paragraph(
                "note",
                "Nothing can be compared yet: that needs a class with "
                    + $"{Text(FewestCompared)} queries while the policy was enforced and as many while it was not. "
                    + "rgp pause for ten minutes under the usual load makes such minutes."
            );
            return;
        }

        page.Markup("<ul>\n");
        foreach (var each in compared)
        {
            page.Markup("<li><b>")
                .Text(each.Name)
                .Markup("</b>: p95 ")
                .Text(
                    $"{Quantile(each.Governed, 0.95)} while enforced, {Quantile(each.Free, 0.95)} while not ({Change(each)})"
                )
                .Markup("</li>\n");
        }

        page.Markup("</ul>\n")
            .Paragraph("note", "The mix of queries was not the same at both times: compare times of a like load.");
    }

    private static string Change(ComparedClass each)
    {
        var (with, without) = (each.Governed?.Durations.Quantile(0.95), each.Free?.Durations.Quantile(0.95));
        if (with is not { Ticks: > 0 } enforced || without is not { Ticks: > 0 } free)
            return "-";

        var change = ((enforced / free) - 1) * 100;
        return Invariant($"{change:+0;-0;0} %");
    }

    private static double? MeanChange(List<ComparedClass> classes, string name) =>
        classes.Find(each => each.IsComparable && each.Name == name) is { Governed: { } with, Free: { } without }
        && without.Durations.Mean > TimeSpan.Zero
            ? (with.Durations.Mean / without.Durations.Mean) - 1
            : null;

    private static void WriteClasses(HtmlText page, List<ComparedClass> classes)
    {
        if (classes.Count == 0)
        {
            page.Paragraph("note", "No query has ended yet that was seen.");
            return;
        }

        page.Table(
            "Classes: how long queries ran, and what they used",
            ["class", "policy", "queries", "p50", "p95", "p99", "CPU", "throttled for"],
            classes
                .SelectMany(each => new[] { each.Governed, each.Free })
                .OfType<ClassSpan>()
                .Select(each =>
                    new[]
                    {
                        each.Class,
                        each.IsGoverned ? "enforced" : "not enforced",
                        Text(each.Durations.Count),
                        Quantile(each, 0.5),
                        Quantile(each, 0.95),
                        Quantile(each, 0.99),
                        Seconds(each.CpuSeconds),
                        Seconds(each.ThrottledSeconds),
                    }
                ),
            figures: 2..8
        );
    }

    private static string Quantile(ClassSpan? span, double share) =>
        Seconds(span?.Durations.Quantile(share)?.TotalSeconds);

    private static void WriteCharts(HtmlText page, IReadOnlyList<MinuteSpan> spans, List<ComparedClass> classes)
    {
        for (var index = 0; index < Math.Min(MostCharts, classes.Count); index++)
        {
            var name = classes[index].Name;
            TimeChart.Write(
                page,
                Invariant($"chart{index}"),
                $"{name}: p95",
                spans,
                [(name, span => P95(span, name))],
                Seconds
            );
        }
    }

    private static double? P95(MinuteSpan span, string name)
    {
        var both = span.Classes.Where(each => each.Class == name && each.HasDurations).ToList();
        return both.Count == 0 ? null : ClassSpans.Whole(both).Quantile(0.95)?.TotalSeconds;
    }

    private sealed record ComparedClass(string Name, ClassSpan? Governed, ClassSpan? Free)
    {
        public double CpuSeconds => (Governed?.CpuSeconds ?? 0) + (Free?.CpuSeconds ?? 0);

        public bool IsComparable =>
            Governed?.Durations.Count >= FewestCompared && Free?.Durations.Count >= FewestCompared;
    }
}
