using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>One element of a join order: a table, or an operation whose rows take a table's place.</summary>
/// <param name="Name">Its name in the document.</param>
/// <param name="Value">What it holds.</param>
/// <param name="Buffer">MariaDB's block-nl-join around it.</param>
/// <param name="JoinKind">How it is joined with the tables before it.</param>
/// <param name="IsBuffered">True when rows of the tables before are collected and this table is read
/// once for each collection.</param>
/// <param name="BufferBytes">Bytes of the buffer that MariaDB prints; null where none is printed.</param>
internal readonly record struct JoinItem(
    string Name,
    JsonValue Value,
    JsonValue? Buffer,
    OperatorKind JoinKind,
    bool IsBuffered,
    double? BufferBytes
)
{
    public string JoinName =>
        JoinKind == OperatorKind.HashJoin ? "Hash join"
        : IsBuffered ? "Block nested loop"
        : "Nested loop";

    public static JoinItem Of(string name, JsonValue value, JsonValue? buffer) =>
        new(
            name,
            value,
            buffer,
            IsHash(value, buffer) ? OperatorKind.HashJoin : OperatorKind.NestedLoops,
            buffer is not null || value.Has("using_join_buffer"),
            buffer?.SizeOf("buffer_size")
        );

    /// <summary>How often it runs: for each row before it, which MariaDB prints for one execution of its block, or for
    /// each full buffer of them.</summary>
    public double Executions(MySqlFlow prefix, double blockExecutions)
    {
        var rows = prefix.Rows.IsKnown ? prefix.Rows.Value : 1;
        if (!IsBuffered)
            return Value.NumberOf("loops") is double loops ? loops * blockExecutions : rows;
        return JoinKind == OperatorKind.HashJoin
            ? 1
            : Math.Max(1, Math.Ceiling(prefix.Bytes / (BufferBytes ?? Defaults.JoinBuffer)));
    }

    /// <summary>Sets the figures of the join once both sides are known.</summary>
    /// <returns>What flows out of it.</returns>
    public MySqlFlow Finish(PlanNode join, MySqlFlow left, MySqlFlow right, Provenance basis)
    {
        join.Rows = right.Rows;
        join.Executions = new(1, basis);
        if (IsBuffered)
            join.Structure = Memory.JoinBuffer(left, BufferBytes);
        return new(right.Rows, left.Width + right.Width);
    }

    private static bool IsHash(JsonValue table, JsonValue? buffer)
    {
        if (buffer?.TextOf("join_type") is { } type)
            return type.EndsWith('H');
        return table.TextOf("using_join_buffer") is { } text
            && text.Contains("hash", StringComparison.OrdinalIgnoreCase);
    }
}

/// <summary>What an operation joins, and where its blocks are.</summary>
internal static class JoinItems
{
    /// <summary>True for operations that read blocks one after the other.</summary>
    public static bool IsUnion(string name) =>
        name is "union_result" or "intersect_result" or "except_result" or "unary_result" or "recursive_union";

    /// <summary>Adds them to a list in join order; old MariaDB servers repeat <c>table</c> in one
    /// object instead of an array.</summary>
    public static void Collect(JsonValue operation, List<JoinItem> items)
    {
        foreach (var member in operation.Children)
            Add(member, items);
    }

    /// <summary>The block of a sub-query or derived table, or the object itself where the block is its own.</summary>
    public static JsonValue Block(JsonValue value)
    {
        if (value.Member("materialization") is { Kind: JsonValueKind.Object } materialization)
            value = materialization;
        return value.Member("query_block") is { Kind: JsonValueKind.Object } block ? block : value;
    }

    public static bool IsSubqueryList(JsonValue list) =>
        list.Kind == JsonValueKind.Array && list.Name.EndsWith("subqueries", StringComparison.Ordinal);

    private static void Add(JsonValue member, List<JoinItem> items)
    {
        if (member.Kind is not (JsonValueKind.Object or JsonValueKind.Array))
            return;
        switch (member.Name)
        {
            case "nested_loop" or "query_specifications":
                foreach (var element in member.Children)
                {
                    foreach (var inner in element.Children)
                        Add(inner, items);
                }

                break;
            case "block-nl-join":
                items.Add(JoinItem.Of("table", member.Member("table") ?? member, member));
                break;
            case "range-checked-for-each-record":
                items.Add(JoinItem.Of("table", member.Member("table") ?? member, null));
                break;
            case "table"
            or "ordering_operation"
            or "grouping_operation"
            or "duplicates_removal"
            or "windowing"
            or "buffer_result"
            or "insert_from"
            or "filesort"
            or "temporary_table"
            or "read_sorted_file"
            or "window_functions_computation"
            or "query_block"
            or "materialization"
            or "union_result"
            or "intersect_result"
            or "except_result"
            or "unary_result"
            or "recursive_union":
                items.Add(JoinItem.Of(member.Name, member, null));
                break;
        }
    }
}
