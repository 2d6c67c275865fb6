using RgPolicy.Cli.Simulate.Charts;
using RgPolicy.Simulation.Running;
using static RgPolicy.Cli.Simulate.GainText;

namespace RgPolicy.Cli.Simulate;

/// <summary>A simulation as one file that needs no other: HTML with SVG, no scripts.</summary>
internal static class SimulateHtml
{
    private const string Style = """
        body { font: 14px/1.4 sans-serif; max-width: 800px; margin: 2em auto; color: #222; background: #fff }
        svg { width: 100%; height: auto; font-size: 12px; fill: #222 } table { border-collapse: collapse }
        td, th { padding: 2px 10px; text-align: right } td:first-child, th:first-child { text-align: left }
        .ground { fill: #eee } .ways { fill: #3a7ca5 } .better { fill: #3a8f5d } .worse { fill: #b5443c }
        .axis { stroke: #888 } .interval { stroke: #222; stroke-width: 2 } .curve { fill: none; stroke-width: 2 }
        .c0 { stroke: #3a7ca5 } .c1 { stroke: #b5443c } .c2 { stroke: #3a8f5d } .c3 { stroke: #8a5fa8 }
        .c4 { stroke: #c98a2b } .c5 { stroke: #555 }
        """;

    public static void Write(CliContext context, SimulateReport report)
    {
        var page = new StringBuilder();
        page.Append(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>RgPolicy simulation</title>\n"
        );
        page.Append("<style>\n").Append(Style).Append("\n</style></head>\n<body>\n");
        page.Append(Invariant($"<h1>{Escape(report.Target.Name)}: {report.Mix.Queries.Length} queries, "));
        page.Append(Invariant($"{report.Comparison.Ungoverned.Seconds:0.#} s</h1>\n"));
        page.Append("<p>A model, not a measurement.</p>\n<ul>\n");
        foreach (var note in SimulateNotes.Of(report))
            page.Append("<li>").Append(Escape(note)).Append("</li>\n");
        page.Append("</ul>\n");
        foreach (var (program, outcome) in report.Programs.Zip(report.Comparison.Policies))
            AddPolicy(page, report, program.Policy.Path, outcome);
        AddCurves(page, report);
        page.Append("</body>\n</html>\n");
        context.WriteDocument(page.ToString());
    }

    private static void AddPolicy(StringBuilder page, SimulateReport report, string path, PolicyOutcome outcome)
    {
        page.Append("<h2>").Append(Escape(path)).Append("</h2>\n").Append(GainChart.Draw(outcome.Gains));
        AddQueries(page, report, outcome);
        AddClasses(page, report, outcome);
        if (report.Target.LlcWays > 0)
        {
            page.Append("<h3>Ways of each pool over time</h3>\n");
            page.Append(MaskChart.Draw(outcome.Run.Maps, outcome.Run.Seconds, report.Target.LlcWays));
        }
    }

    private static void AddQueries(StringBuilder page, SimulateReport report, PolicyOutcome outcome)
    {
        page.Append(
            "<table><tr><th>query</th><th>class</th><th>pool</th><th>gain</th><th>chance</th><th>throughput</th>"
        );
        page.Append(
            "<th>response</th><th>before</th><th>hits</th><th>before</th><th>memory</th><th>before</th></tr>\n"
        );
        foreach (
            var (after, before, gain) in outcome.Run.Queries.Zip(report.Comparison.Ungoverned.Queries, outcome.Gains)
        )
        {
            page.Append(
                Invariant(
                    $"<tr><td>{Escape(after.Name)}</td><td>{Escape(after.Class)}</td><td>{Escape(after.Pool)}</td>"
                )
            );
            page.Append(Invariant($"<td>{Percent(gain.Gain)}</td><td>{Chance(gain.Chance)}</td>"));
            page.Append(Invariant($"<td>{Percent(gain.Throughput)}</td>"));
            page.Append(
                Invariant($"<td>{Seconds(after.ResponseSeconds)}</td><td>{Seconds(before.ResponseSeconds)}</td>")
            );
            page.Append(Invariant($"<td>{HitRatio(after.HitRatio)}</td><td>{HitRatio(before.HitRatio)}</td>"));
            page.Append(
                Invariant(
                    $"<td>{Bandwidth(after.BytesPerSecond)}</td><td>{Bandwidth(before.BytesPerSecond)}</td></tr>\n"
                )
            );
        }

        page.Append("</table>\n");
    }

    private static void AddClasses(StringBuilder page, SimulateReport report, PolicyOutcome outcome)
    {
        page.Append("<h3>Classes</h3>\n<table><tr><th>class</th><th>queries</th><th>gain</th><th>interval</th>");
        page.Append("<th>throughput</th><th>hits</th><th>before</th><th>memory</th><th>before</th></tr>\n");
        foreach (var each in ClassOutcome.Of(report.Comparison.Ungoverned, outcome))
        {
            page.Append(
                Invariant($"<tr><td>{Escape(each.Class)}</td><td>{each.Queries}</td><td>{Percent(each.Gain)}</td>")
            );
            page.Append(Invariant($"<td>{Interval(each.Low, each.High)}</td><td>{Percent(each.Throughput)}</td>"));
            page.Append(Invariant($"<td>{HitRatio(each.HitRatio)}</td><td>{HitRatio(each.HitRatioBefore)}</td>"));
            page.Append(Invariant($"<td>{Bandwidth(each.BytesPerSecond)}</td>"));
            page.Append(Invariant($"<td>{Bandwidth(each.BytesPerSecondBefore)}</td></tr>\n"));
        }

        page.Append("</table>\n");
    }

    private static void AddCurves(StringBuilder page, SimulateReport report)
    {
        var curves = MissCurves.Of(report.Mix, report.Target);
        if (!curves.IsEmpty)
            page.Append("<h2>Misses of each query alone, by its ways</h2>\n").Append(MissChart.Draw(curves));
    }

    private static string HitRatio(double? ratio) => Number(ratio, "0.000");

    private static string Escape(string text) => MarkupText.Escape(text);
}
