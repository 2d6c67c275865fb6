using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>What MySQL's iterators do.</summary>
internal static class Iterators
{
    /// <summary>True for an access to what an input of it keeps: no table of the database.</summary>
    public static bool ReadsTemporaryTable(JsonValue json)
    {
        if (json.TextOf("access_type") is not ("table" or "index") || json.Member("inputs") is not { } inputs)
            return false;
        foreach (var input in inputs.Children)
        {
            if (!input.IsTrue("subquery"))
                return true;
        }

        return false;
    }

    /// <param name="json">The iterator.</param>
    /// <param name="rows">Rows that it delivers over the whole statement.</param>
    /// <param name="executions">How often it runs.</param>
    public static OperatorKind KindOf(JsonValue json, Quantity rows, Quantity executions) =>
        json.TextOf("access_type") switch
        {
            "table" or "count_rows" => OperatorKind.TableScan,
            "index" when json.TextOf("index_access_type") is "index_scan" => OperatorKind.IndexRange,
            "index" or "index_merge" or "rowid_intersection" or "rowid_union" or "dynamic_index_range_scan" =>
                PointRule.IsPoint(rows, executions, 1) ? OperatorKind.PointAccess : OperatorKind.IndexRange,
            "constant_row" => OperatorKind.PointAccess,
            "join" => json.TextOf("join_algorithm") is "hash" ? OperatorKind.HashJoin : OperatorKind.NestedLoops,
            "sort" => OperatorKind.Sort,
            "aggregate" => json.Has("group_items") || json.IsTrue("group_by")
                ? OperatorKind.SortedAggregate
                : OperatorKind.ScalarAggregate,
            "temp_table_aggregate" => OperatorKind.HashAggregate,
            "window" or "remove_duplicates_from_groups" or "remove_duplicates_on_index" => OperatorKind.SortedAggregate,
            "materialize" or "stream" or "materialized_table" => OperatorKind.Spool,
            "limit" => OperatorKind.Limit,
            "rows_fetched_before_execution" or "zero_rows" or "zero_rows_aggregated" or "fake_single_row" =>
                OperatorKind.Constant,
            "insert_values" or "insert_select" or "update_rows" or "delete_rows" or "replace_values" =>
                OperatorKind.Write,
            _ => OperatorKind.Other,
        };

    public static string NameOf(JsonValue json)
    {
        var access = json.TextOf("access_type") ?? "?";
        return json.TextOf(access == "join" ? "join_algorithm" : "index_access_type") is { } more
            ? $"{access} ({more})"
            : access;
    }

    public static NodeRole RoleOf(OperatorKind parent, int place) =>
        parent switch
        {
            OperatorKind.HashJoin or OperatorKind.NestedLoops => place == 0 ? NodeRole.Outer : NodeRole.Inner,
            _ => place == 0 ? NodeRole.Outer : NodeRole.Member,
        };

    /// <summary>Sets what an iterator reads and keeps.</summary>
    public static void Finish(PlanNode node, MySqlFlow own, MySqlFlow input, bool isRepeated)
    {
        switch (node.Kind)
        {
            case OperatorKind.TableScan or OperatorKind.IndexRange or OperatorKind.PointAccess:
                node.RowsRead = node.Rows;
                node.Pages = node.Rows.IsKnown
                    ? new(Math.Ceiling(own.Bytes / Defaults.PageBytes), Provenance.Inferred)
                    : Quantity.Unknown;
                node.StreamedBytes =
                    node.Kind == OperatorKind.PointAccess
                        ? default
                        : node.Pages with
                        {
                            Value = node.Pages.Value * Defaults.PageBytes,
                        };
                node.Structure = Memory.InnerPages(
                    node,
                    new(node.Rows, node.Rows, node.Executions, own.Width),
                    isRepeated
                );
                break;
            case OperatorKind.HashJoin:
                node.Structure = Memory.HashTable(input, Defaults.JoinBuffer);
                break;
            case OperatorKind.HashAggregate:
                node.Structure = Memory.HashTable(own, Defaults.TemporaryTable);
                break;
            case OperatorKind.Sort:
                node.Structure = Memory.Sort(input, null);
                break;
            case OperatorKind.Spool:
                node.Structure = Memory.Temporary(input);
                break;
            case OperatorKind.Write:
                node.RowsWritten = node.Rows.IsKnown ? node.Rows : input.Rows;
                break;
        }
    }
}
