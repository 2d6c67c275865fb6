using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Operations that wrap tables: which of them are operators, and their figures.</summary>
internal static class Operations
{
    /// <summary>Null for what only passes rows on.</summary>
    /// <param name="name">The operation's name.</param>
    /// <param name="operation">What it holds.</param>
    /// <param name="above">Name of the operation around it.</param>
    public static OperatorKind? KindOf(string name, JsonValue operation, string above) =>
        name switch
        {
            "temporary_table" when above == "window_functions_computation" => OperatorKind.Spool,
            "ordering_operation" => operation.IsTrue("using_filesort") ? OperatorKind.Sort : null,
            "grouping_operation" => operation.IsTrue("using_temporary_table")
                ? OperatorKind.HashAggregate
                : OperatorKind.SortedAggregate,
            "duplicates_removal" => operation.IsTrue("using_temporary_table") || operation.Has("temporary_table")
                ? OperatorKind.HashAggregate
                : OperatorKind.SortedAggregate,
            "windowing" or "window_functions_computation" => OperatorKind.SortedAggregate,
            "unary_result" or "recursive_union" => OperatorKind.Other,
            _ when JoinItems.IsUnion(name) => operation.IsTrue("using_temporary_table")
            || operation.TextOf("table_name")?.Length > 0 && !operation.Has("using_temporary_table")
                ? OperatorKind.HashAggregate
                : OperatorKind.Other,
            "filesort" => OperatorKind.Sort,
            "temporary_table" => OperatorKind.HashAggregate,
            "buffer_result" => OperatorKind.Spool,
            _ => null,
        };

    /// <summary>True where an operation sorts what it then goes through in order.</summary>
    public static bool SortsInput(string name, JsonValue operation) =>
        name switch
        {
            "grouping_operation" => operation.IsTrue("using_filesort") && !operation.IsTrue("using_temporary_table"),
            "windowing" or "window_functions_computation" => SortsForWindows(operation),
            _ => false,
        };

    public static string NameOf(string name, JsonValue operation) =>
        name switch
        {
            "ordering_operation" or "filesort" => "Sort",
            "grouping_operation" => operation.IsTrue("using_temporary_table") ? "Group in temporary table" : "Group",
            "duplicates_removal" => "Remove duplicates",
            "windowing" or "window_functions_computation" => "Window",
            _ when JoinItems.IsUnion(name) => "Union",
            "temporary_table" => "Temporary table",
            "buffer_result" => "Buffer",
            _ => name,
        };

    /// <summary>Sets the figures of an operator once its input is known.</summary>
    public static MySqlFlow Finish(PlanNode node, JsonValue operation, MySqlFlow input, PlanTree tree)
    {
        var rows = RowsOut(node, operation, input);
        node.Rows = rows;
        node.Executions = new(1, tree.Basis);
        if (node.Kind == OperatorKind.Sort)
            TellGroups(node, operation, rows);
        node.Structure = node.Kind switch
        {
            OperatorKind.Sort => Memory.Sort(input, operation.SizeOf("r_buffer_size")),
            OperatorKind.HashAggregate => Memory.HashTable(input with { Rows = rows }, Defaults.TemporaryTable),
            OperatorKind.Spool => Memory.Temporary(input),
            _ => default,
        };
        return input with { Rows = rows };
    }

    /// <summary>A sort that ran tells how many rows the temporary table below it had, where no LIMIT kept it from
    /// sorting them all.</summary>
    private static void TellGroups(PlanNode sort, JsonValue operation, Quantity rows)
    {
        if (rows.Provenance != Provenance.Actual || operation.IsTrue("r_used_priority_queue"))
            return;
        if (sort.Children is not [{ Kind: OperatorKind.HashAggregate } table] || !operation.Has("temporary_table"))
            return;
        table.Rows = rows;
        table.Structure = Memory.HashTable(new(rows, Defaults.RowBytes), Defaults.TemporaryTable);
    }

    /// <summary>Why a block reads no table; MariaDB puts it into a table without a name.</summary>
    public static string? Message(JsonValue value) =>
        value.TextOf("message") ?? value.Member("table")?.TextOf("message");

    /// <summary>No plan prints the number of groups.</summary>
    private static Quantity RowsOut(PlanNode node, JsonValue operation, MySqlFlow input)
    {
        if (operation.NumberOf("r_output_rows") is double counted)
            return Quantity.OfRows(counted * Math.Max(1, operation.NumberOf("r_loops") ?? 1), Provenance.Actual);
        var groups =
            node is { Kind: OperatorKind.HashAggregate, Name: "Temporary table" }
            || node.Name is "Group" or "Group in temporary table" or "Remove duplicates";
        return groups && input.Rows.IsKnown
            ? new(
                Math.Max(Math.Min(1, input.Rows.Value), input.Rows.Value * Defaults.GroupsPerRow),
                Provenance.Fallback
            )
            : input.Rows;
    }

    private static bool SortsForWindows(JsonValue operation)
    {
        if (operation.Has("sorts"))
            return true;
        if (operation.Member("windows") is not { } windows)
            return false;
        foreach (var window in windows.Children)
        {
            if (window.IsTrue("using_filesort"))
                return true;
        }

        return false;
    }
}
