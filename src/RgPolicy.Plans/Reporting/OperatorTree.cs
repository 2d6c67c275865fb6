using System.Globalization;
using System.Text;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.Reporting;

/// <summary>Operators as an indented tree; the one with the most weighted work is marked.</summary>
internal static class OperatorTree
{
    private const int DeepestIndent = 40;

    public static void Write(StringBuilder text, PlanProfile profile)
    {
        if (profile.Operators.IsEmpty)
            return;
        var total = profile.Operators.Sum(node => node.Weight);
        var top = total > 0 ? profile.Operators.MaxBy(node => node.Weight)?.Id : null;
        var depths = new int[profile.Operators.Length];
        text.Append("  operators    (> marks the most work)\n");
        foreach (var node in profile.Operators)
        {
            depths[node.Id] = node.Parent is int parent ? depths[parent] + 1 : 0;
            text.Append(node.Id == top ? "  > " : "    ");
            text.Append(' ', 2 * Math.Min(depths[node.Id], DeepestIndent)).Append(PlainLine.Of(node.Name));
            if (node.Table is { } table)
                text.Append(" on ").Append(PlainLine.Of(table));
            text.Append(Figures(node, total)).Append('\n');
        }
    }

    private static string Figures(PlanOperator node, double total)
    {
        var words = new List<string>();
        if (node.Rows.Value is decimal rows)
            words.Add(FigureText.Rows((double)rows));
        if (node.Executions.Value is decimal runs && runs != 1)
            words.Add(runs == 0 ? "never ran" : $"{FigureText.Count((double)runs)} executions");
        if (node.StructureBytes.Value is decimal bytes and > 0)
            words.Add($"keeps {FigureText.Bytes((double)bytes)}");
        if (node.StreamedBytes.Value is decimal streamed and > 0)
            words.Add($"streams {FigureText.Bytes((double)streamed)}");
        if (node.Weight > 0 && total > 0)
            words.Add(string.Create(CultureInfo.InvariantCulture, $"{node.Weight / total * 100:0} % of the work"));
        return words.Count == 0 ? "" : "  (" + string.Join(", ", words) + ")";
    }
}
