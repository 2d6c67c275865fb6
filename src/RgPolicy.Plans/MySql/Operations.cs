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
    public static OperatorKind? KindOf(JsonName name, JsonValue operation, JsonName above) =>
        name switch
        {
            JsonName.TemporaryTable when above == JsonName.WindowFunctionsComputation => OperatorKind.Spool,
            JsonName.OrderingOperation => operation.IsTrue(JsonName.UsingFilesort) ? OperatorKind.Sort : null,
            JsonName.GroupingOperation => operation.IsTrue(JsonName.UsingTemporaryTable)
                ? OperatorKind.HashAggregate
                : OperatorKind.SortedAggregate,
            JsonName.DuplicatesRemoval => operation.IsTrue(JsonName.UsingTemporaryTable)
            || operation.Has(JsonName.TemporaryTable)
                ? OperatorKind.HashAggregate
                : OperatorKind.SortedAggregate,
            JsonName.Windowing or JsonName.WindowFunctionsComputation => OperatorKind.SortedAggregate,
            JsonName.UnaryResult or JsonName.RecursiveUnion => OperatorKind.Other,
            _ when JoinItems.IsUnion(name) => operation.IsTrue(JsonName.UsingTemporaryTable)
            || operation.TextOf(JsonName.TableName)?.Length > 0 && !operation.Has(JsonName.UsingTemporaryTable)
                ? OperatorKind.HashAggregate
                : OperatorKind.Other,
            JsonName.Filesort => OperatorKind.Sort,
            JsonName.TemporaryTable => OperatorKind.HashAggregate,
            JsonName.BufferResult => OperatorKind.Spool,
            _ => null,
        };

    /// <summary>True where an operation sorts what it then goes through in order.</summary>
    public static bool SortsInput(JsonName name, JsonValue operation) =>
        name switch
        {
            JsonName.GroupingOperation => operation.IsTrue(JsonName.UsingFilesort)
                && !operation.IsTrue(JsonName.UsingTemporaryTable),
            JsonName.Windowing or JsonName.WindowFunctionsComputation => SortsForWindows(operation),
            _ => false,
        };

    public static string NameOf(JsonName name, JsonValue operation) =>
        name switch
        {
            JsonName.OrderingOperation or JsonName.Filesort => "Sort",
            JsonName.GroupingOperation => operation.IsTrue(JsonName.UsingTemporaryTable)
                ? "Group in temporary table"
                : "Group",
            JsonName.DuplicatesRemoval => "Remove duplicates",
            JsonName.Windowing or JsonName.WindowFunctionsComputation => "Window",
            _ when JoinItems.IsUnion(name) => "Union",
            JsonName.TemporaryTable => "Temporary table",
            JsonName.BufferResult => "Buffer",
            _ => JsonNames.Of(name),
        };

    /// <summary>Sets the figures of an operator once its input is known.</summary>
    public static MySqlFlow Finish(PlanNode node, JsonValue operation, MySqlFlow input, TreeBuilder tree)
    {
        var rows = RowsOut(node, operation, input);
        node.Rows = rows;
        node.Executions = new(1, tree.Basis);
        if (node.Kind == OperatorKind.Sort)
            TellGroups(node, operation, rows);
        node.Structure = node.Kind switch
        {
            OperatorKind.Sort => Memory.Sort(input, operation.SizeOf(JsonName.RBufferSize)),
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
        if (rows.Provenance != Provenance.Actual || operation.IsTrue(JsonName.RUsedPriorityQueue))
            return;
        if (
            sort.Children.OnlyOne() is not { Kind: OperatorKind.HashAggregate } table
            || !operation.Has(JsonName.TemporaryTable)
        )
            return;
        table.Rows = rows;
        table.Structure = Memory.HashTable(new(rows, Defaults.RowBytes), Defaults.TemporaryTable);
    }

    /// <summary>Why a block reads no table; MariaDB puts it into a table without a name.</summary>
    public static string? Message(JsonValue value) =>
        value.TextOf(JsonName.Message) ?? value.Member(JsonName.Table)?.TextOf(JsonName.Message);

    /// <summary>No plan prints the number of groups.</summary>
    private static Quantity RowsOut(PlanNode node, JsonValue operation, MySqlFlow input)
    {
        if (operation.NumberOf(JsonName.ROutputRows) is double counted)
            return Quantity.OfRows(counted * Math.Max(1, operation.NumberOf(JsonName.RLoops) ?? 1), Provenance.Actual);
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
        if (operation.Has(JsonName.Sorts))
            return true;
        if (operation.Member(JsonName.Windows) is not { } windows)
            return false;
        foreach (var window in windows.Children)
        {
            if (window.IsTrue(JsonName.UsingFilesort))
                return true;
        }

        return false;
    }
}
