using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;
using RgPolicy.Plans.Sql;

namespace RgPolicy.Plans.MySql;

/// <summary>
/// The neutral tree of MySQL's second JSON format (<c>explain_json_format_version=2</c>), which prints
/// the executor's iterators. Rows are per execution, times <c>actual_loops</c> where it ran.
/// </summary>
internal static class IteratorTree
{
    private const int MaximumLevel = 400;

    /// <summary>True for an iterator that a plan begins with: until version 9 there was no name around it.</summary>
    public static bool IsPlan(JsonValue value) =>
        value.Kind == JsonValueKind.Object
        && value.TextOf("access_type") is not null
        && (value.Member("inputs") is { Kind: JsonValueKind.Array } || value.Has("estimated_total_cost"));

    public static PlanTree Build(JsonValue plan, string? text)
    {
        var tree = PlanTree.Take();
        tree.Basis = plan.Has("actual_loops") ? Provenance.Actual : Provenance.Estimate;
        tree.Kind = text is null ? KindOf(plan) : StatementKindReader.FromText(text, SqlDialect.AnyMySql);
        Add(plan, tree, null, NodeRole.Outer, 1, 0);
        if (plan.NumberOf("estimated_total_cost") is double cost)
            tree.Cost = new(cost, Provenance.Estimate);
        return tree;
    }

    private static MySqlFlow Add(
        JsonValue json,
        PlanTree tree,
        PlanNode? parent,
        NodeRole role,
        double times,
        int level
    )
    {
        var loops = json.NumberOf("actual_loops") ?? times;
        var perLoop = json.NumberOf("actual_rows") ?? json.NumberOf("estimated_rows");
        var executions = Quantity.OfRows(loops, tree.Basis);
        var rows = perLoop is double each ? Quantity.OfRows(each * loops, tree.Basis) : Quantity.Unknown;
        var isTemporary = Iterators.ReadsTemporaryTable(json);
        var kind = isTemporary ? OperatorKind.Other : Iterators.KindOf(json, rows, executions);
        var node = tree.Add(Iterators.NameOf(json), kind, parent, role, isTemporary ? null : json.TextOf("table_name"));
        (node.Rows, node.Executions) = (rows, executions);
        var flow = new MySqlFlow(node.Rows, Defaults.RowBytes);
        // What is kept is made once, however often it is read.
        var input = Inputs(json, tree, node, isTemporary ? Math.Min(1, loops) : loops, level);
        Iterators.Finish(node, flow, input, parent is not null && role == NodeRole.Inner && loops > 1);
        return flow.Rows.IsKnown ? flow : flow with { Rows = node.Rows = input.Rows };
    }

    /// <summary>What the first iterator tells where there is no text.</summary>
    private static StatementKind KindOf(JsonValue plan) =>
        plan.TextOf("access_type") switch
        {
            "delete_rows" => StatementKind.Delete,
            "update_rows" => StatementKind.Update,
            "insert_select" or "insert_values" or "replace_values" => StatementKind.Insert,
            _ => StatementKind.Select,
        };

    private static MySqlFlow Inputs(JsonValue json, PlanTree tree, PlanNode node, double loops, int level)
    {
        var first = MySqlFlow.Nothing;
        if (level >= MaximumLevel)
            return first;
        var place = 0;
        foreach (var input in json.Member("inputs")?.Children ?? default)
        {
            if (input.IsTrue("subquery"))
            {
                Subquery(input, tree, node, level);
                continue;
            }

            var times = place > 0 && node.Kind == OperatorKind.NestedLoops ? Math.Max(1, first.Rows.OrZero) : loops;
            var flow = Add(input, tree, node, Iterators.RoleOf(node.Kind, place), times, level + 1);
            // The second input of a hash join is the one that is hashed.
            if (place == 0 || node.Kind == OperatorKind.HashJoin)
                first = flow;
            place++;
        }

        // Sub-queries of the columns have a list of their own since version 9.
        foreach (var input in json.Member("inputs_from_select_list")?.Children ?? default)
            Subquery(input, tree, node, level);

        return first;
    }

    /// <summary>A sub-query in a condition or a column: once, or for each row.</summary>
    private static void Subquery(JsonValue json, PlanTree tree, PlanNode node, int level)
    {
        var isRepeated = json.IsTrue("dependent");
        Add(
            json,
            tree,
            node,
            isRepeated ? NodeRole.PerRow : NodeRole.Once,
            isRepeated ? Math.Max(1, node.Rows.OrZero) : 1,
            level + 1
        );
    }
}
