using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.MySql;

/// <summary>What an operation joins, and where its blocks are.</summary>
internal static class JoinItems
{
    private static readonly string[] Names =
    [
        "table", "nested_loop", "block-nl-join", "ordering_operation", "grouping_operation", "duplicates_removal", "windowing",
        "buffer_result", "union_result", "insert_from", "filesort", "temporary_table", "read_sorted_file",
        "window_functions_computation", "query_specifications", "query_block", "materialization",
    ];

    private static readonly string[] SubqueryLists =
    [
        "attached_subqueries", "select_list_subqueries", "having_subqueries", "order_by_subqueries", "group_by_subqueries",
        "optimized_away_subqueries", "update_value_subqueries", "insert_values_subqueries", "insert_update_subqueries", "subqueries",
    ];

    /// <summary>In join order; old MariaDB servers repeat <c>table</c> in one object instead of an array.</summary>
    public static List<JoinItem> Of(JsonValue operation)
    {
        var items = new List<JoinItem>();
        foreach (var member in operation.Children)
            Collect(member, items);
        return items;
    }

    /// <summary>The block of a sub-query or derived table, or the object itself where the block is its own.</summary>
    public static JsonValue Block(JsonValue value)
    {
        if (value.Member("materialization") is { Kind: JsonKind.Object } materialization)
            value = materialization;
        return value.Member("query_block") is { Kind: JsonKind.Object } block ? block : value;
    }

    public static bool IsSubqueryList(JsonValue list) => Array.Exists(SubqueryLists, list.IsNamed);

    private static void Collect(JsonValue member, List<JoinItem> items)
    {
        if (member.Kind is not (JsonKind.Object or JsonKind.Array) || Array.Find(Names, member.IsNamed) is not { } name)
            return;
        switch (name)
        {
            case "nested_loop" or "query_specifications":
                foreach (var element in member.Children)
                {
                    foreach (var inner in element.Children)
                        Collect(inner, items);
                }

                break;
            case "block-nl-join":
                items.Add(new("table", member.Member("table") ?? member, member));
                break;
            default:
                items.Add(new(name, member, null));
                break;
        }
    }
}
