using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>
/// The neutral tree of MySQL's second JSON format (<c>explain_json_format_version=2</c>), which prints the executor's iterators. Rows
/// are per execution, times <c>actual_loops</c> where it ran.
/// </summary>
internal static class IteratorTree
{
    private const int MaximumLevel = 400;

    public static PlanTree Build(JsonValue plan, string? text)
    {
        var tree = new TreeBuilder { IsMeasured = plan.Has(JsonName.IteratorLoops) };
        if (text is not null)
            tree.Kind = StatementKindReader.FromText(text);
        Add(plan, tree, null, NodeRole.Outer, 1, 0);
        return tree.ToTree(plan.NumberOf(JsonName.EstimatedTotalCost));
    }

    private static Flow Add(JsonValue json, TreeBuilder tree, PlanNode? parent, NodeRole role, double times, int level)
    {
        var kind = Iterators.KindOf(json);
        var node = tree.Add(Iterators.NameOf(json), kind, parent, role, json.TextOf(JsonName.TableName));
        var loops = json.NumberOf(JsonName.IteratorLoops) ?? times;
        var perLoop = json.NumberOf(JsonName.IteratorRows) ?? json.NumberOf(JsonName.EstimatedRows);
        node.Executions = Quantity.OfRows(loops, tree.Basis);
        node.Rows = perLoop is double rows ? Quantity.OfRows(rows * loops, tree.Basis) : Quantity.Unknown;
        var flow = new Flow(node.Rows, Defaults.RowBytes);
        var input = Inputs(json, tree, node, loops, level);
        Iterators.Finish(node, flow, input, parent is not null && role == NodeRole.Inner && loops > 1);
        return flow.Rows.IsKnown ? flow : flow with { Rows = node.Rows = input.Rows };
    }

    private static Flow Inputs(JsonValue json, TreeBuilder tree, PlanNode node, double loops, int level)
    {
        var first = Flow.Nothing;
        if (level >= MaximumLevel || json.Member(JsonName.Inputs) is not { Kind: JsonKind.Array } inputs)
            return first;
        var place = 0;
        foreach (var input in inputs.Children)
        {
            var times = place > 0 && node.Kind == OperatorKind.NestedLoops ? Math.Max(1, first.Rows.OrZero) : loops;
            var flow = Add(input, tree, node, Iterators.RoleOf(node.Kind, place), times, level + 1);
            // The second input of a hash join is the one that is hashed.
            if (place == 0 || node.Kind == OperatorKind.HashJoin)
                first = flow;
            place++;
        }

        return first;
    }
}
