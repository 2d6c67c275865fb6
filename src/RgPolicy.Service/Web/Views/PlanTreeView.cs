using RgPolicy.Documents.Why;
using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>A plan as a tree: each operator below the one that it hands its rows to, with its share of the
/// work.</summary>
internal static class PlanTreeView
{
    /// <summary>Deeper operators are not set further to the right.</summary>
    internal const int DeepestIndent = 20;

    public static void Write(HtmlText page, ExplainedPlan plan)
    {
        page.Markup("<h2 id=\"plan-tree\">Plan</h2>\n<dl>\n")
            .Entry("State", Text(plan.State))
            .Entry("From", plan.Source ?? "")
            .Entry("Judged", plan.Reason ?? "")
            .Markup("</dl>\n");
        var operators = plan.Operators.OrEmpty().ToList();
        if (operators.Count == 0)
            return;

        var depths = new Dictionary<long, int>();
        page.Markup("<ol class=\"plan\" role=\"tree\" aria-labelledby=\"plan-tree\">\n");
        foreach (var each in operators)
        {
            var depth = each.Parent is { } parent && depths.TryGetValue(parent, out var above) ? above + 1 : 0;
            depths[each.Id ?? -1] = depth;
            Write(page, each, depth);
        }

        page.Markup("</ol>\n");
    }

    private static void Write(HtmlText page, PlanOperatorDocument each, int depth)
    {
        page.Markup(
                Invariant(
                    $"<li role=\"treeitem\" aria-level=\"{depth + 1}\" class=\"depth{Math.Min(depth, DeepestIndent)}\">"
                )
            )
            .Bar(each.WorkShare ?? 0)
            .Markup("<b>")
            .Text(Text(each.Name))
            .Markup("</b>");
        if (each.Table is { } table)
            page.Text(" on " + table);

        page.Markup(" <small>").Text(string.Join(", ", Figures(each))).Markup("</small></li>\n");
    }

    private static IEnumerable<string> Figures(PlanOperatorDocument each)
    {
        if (each.WorkShare is { } share)
            yield return Invariant($"{share * 100:0} % of the work");

        if (each.Rows is { } rows)
            yield return $"{Count(rows)} rows";

        if (each.Executions is { } executions and not 1)
            yield return $"{Count(executions)} times";

        if (each.StructureBytes is > 0 and var kept)
            yield return $"keeps {Bytes(kept)}";

        if (each.StreamedBytes is > 0 and var streamed)
            yield return $"streams {Bytes(streamed)}";
    }
}
