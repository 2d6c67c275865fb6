using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>A sweep as one file that needs no other: HTML with SVG, no scripts, light, dark and on paper.</summary>
internal static class CharacteriseHtml
{
    private const string Style = """
        :root { --ink: #222; --ground: #fff; --faint: #888; --line: #1f6f9f; --knee: #b5443c }
        @media screen and (prefers-color-scheme: dark) {
          :root { --ink: #ddd; --ground: #16181a; --faint: #888; --line: #6db6e0; --knee: #e58a82 }
        }
        body { font: 14px/1.5 sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em; color: var(--ink); background: var(--ground) }
        svg { width: 100%; height: auto; font-size: 12px; fill: var(--ink) }
        table { border-collapse: collapse } td, th { padding: 2px 10px; text-align: left }
        pre { white-space: pre-wrap; overflow-wrap: anywhere } figure { margin: 1em 0; break-inside: avoid }
        .axis { stroke: var(--faint) } .interval { stroke: var(--faint); stroke-width: 3 } .point { fill: var(--line) }
        .heat { fill: var(--line); stroke: var(--faint); fill-opacity: 0 } .chosen { stroke: var(--knee); stroke-width: 3 }
        .h1 { fill-opacity: .05 } .h2 { fill-opacity: .1 } .h3 { fill-opacity: .15 } .h4 { fill-opacity: .2 } .h5 { fill-opacity: .25 }
        .h6 { fill-opacity: .32 } .h7 { fill-opacity: .4 } .h8 { fill-opacity: .5 } .h9 { fill-opacity: .62 }
        .curve { fill: none; stroke-width: 2; stroke: var(--line) } .knee { stroke: var(--knee); stroke-dasharray: 4 3 }
        @media print { section { break-before: page } a { color: inherit } }
        """;

    public static string Page(CharacteriseReport report)
    {
        var page = new StringBuilder();
        page.Append("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">");
        page.Append(
            "<meta name=\"viewport\" content=\"width=device-width\"><title>RgPolicy characterisation</title>\n"
        );
        page.Append("<style>\n").Append(Style).Append("\n</style></head>\n<body>\n");
        AddHead(page, report);
        AddTable(page, report.Result, null);
        foreach (var curve in report.Result.Curves.Where(curve => curve.Statement is null))
            AddCurve(page, curve);

        AddSurfaces(page, report.Result, null);
        foreach (var statement in report.Request.Workload.Statements)
            AddStatement(page, report, statement.Name, statement.Text);

        return page.Append("</body>\n</html>\n").ToString();
    }

    private static void AddHead(StringBuilder page, CharacteriseReport report)
    {
        page.Append("<h1>How much is enough?</h1>\n<p>");
        page.Append(Escape($"{report.Server.Version} at {report.Server.Name}; "));
        page.Append(
            Text(
                $"{report.Request.Workload.Statements.Length} statements (workload {report.Request.Workload.Hash}), clients at the same time: {report.Request.Clients}, {report.Result.Runs} of {report.Outcome.Planned} runs in drawn order (seed {report.Request.Seed}). "
            )
        );
        page.Append(
            "Points are medians of statements per second, bars their 95&nbsp;% intervals; a dashed line stands "
        );
        page.Append("where 90&nbsp;% of the best is reached.</p>\n<ul>\n");
        foreach (var note in report.Notes)
            page.Append("<li>").Append(Escape(note)).Append("</li>\n");

        page.Append("</ul>\n");
    }

    private static void AddTable(StringBuilder page, Characterisation result, string? statement)
    {
        page.Append("<table><tr><th>lever</th><th>for 90&nbsp;%</th><th>for 95&nbsp;%</th></tr>\n");
        foreach (var curve in result.Curves.Where(each => each.Statement == statement && !each.Knees.IsEmpty))
        {
            page.Append("<tr><td>").Append(SweepLeverName.Of(curve.Lever)).Append("</td>");
            foreach (var knee in curve.Knees)
                page.Append("<td>").Append(Escape(KneeText.Of(curve, knee))).Append("</td>");

            page.Append("</tr>\n");
        }

        page.Append("</table>\n");
    }

    private static void AddStatement(StringBuilder page, CharacteriseReport report, string name, string text)
    {
        page.Append("<section><h2>").Append(Escape(name)).Append("</h2>\n<pre>");
        page.Append(Escape(text)).Append("</pre>\n");
        AddTable(page, report.Result, name);
        foreach (var curve in report.Result.Curves.Where(curve => curve.Statement == name))
            AddCurve(page, curve);

        AddSurfaces(page, report.Result, name);
        page.Append("</section>\n");
    }

    private static void AddSurfaces(StringBuilder page, Characterisation result, string? statement)
    {
        foreach (var surface in result.Surfaces.Where(each => each.Statement == statement))
        {
            var title = $"{GridText.NameOf(surface.Grid)}: {statement ?? "the whole workload"}";
            page.Append("<figure><figcaption>").Append(Escape(title));
            foreach (var knee in surface.Knees)
                page.Append(Text($"; for {knee.Share * 100:0} %: ")).Append(Escape(GridText.Knee(surface, knee)));

            page.Append(Escape(surface.Interaction is { } found ? $"; {GridText.Verdict(found)}" : ""));
            page.Append("</figcaption>\n").Append(GridChart.Draw(surface, title)).Append("</figure>\n");
        }
    }

    private static void AddCurve(StringBuilder page, Curve curve)
    {
        var title = $"{SweepLeverName.Of(curve.Lever)}: {curve.Statement ?? "the whole workload"}";
        page.Append("<figure><figcaption>").Append(Escape(title));
        page.Append(curve.ChangesPlan ? " (its plan changes)" : "").Append("</figcaption>\n");
        page.Append(CurveChart.Draw(curve, title)).Append("</figure>\n");
    }

    private static string Escape(string text) => MarkupText.Escape(text);

    private static string Text(FormattableString text) => Escape(text.ToString(CultureInfo.InvariantCulture));
}

/// <summary>A sweep, evaluated.</summary>
/// <param name="Server">The server.</param>
/// <param name="Request">What was run.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="Result">What it came to.</param>
/// <param name="Notes">What one must know before one believes it.</param>
/// <param name="Policy">A policy that goes by the knees.</param>
internal sealed record CharacteriseReport(
    TrialFacts Server,
    SweepRequest Request,
    SweepOutcome Outcome,
    Characterisation Result,
    ImmutableArray<string> Notes,
    string Policy
);
