using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>What SQL Server's operators do.</summary>
internal static class OperatorKinds
{
    private const double MostScalarRows = 64;

    /// <summary>Functions that make rows out of their arguments and touch no table.</summary>
    private static readonly string[] OfArguments = ["XML Reader", "STRING_SPLIT", "OPENJSON", "GENERATE_SERIES"];

    public static OperatorKind Of(ServerOperator node) =>
        node.Physical switch
        {
            "Table Scan" or "Clustered Index Scan" or "Index Scan" or "Columnstore Index Scan" => Scan(node),
            "Index Seek" or "Clustered Index Seek" => IsWorkTable(node) ? OperatorKind.Spool : OperatorKind.IndexRange,
            "Key Lookup" or "RID Lookup" or "Bookmark Lookup" => OperatorKind.PointAccess,
            "Remote Query" or "Remote Scan" or "Remote Index Scan" or "Remote Index Seek" => OperatorKind.RemoteScan,
            "Nested Loops" => OperatorKind.NestedLoops,
            "Merge Join" => node.Logical == "Concatenation" ? OperatorKind.Other : OperatorKind.MergeJoin,
            "Hash Match" => Hash(node),
            "Adaptive Join" => AdaptiveJoins.IsLoop(node) ? OperatorKind.NestedLoops : OperatorKind.HashJoin,
            "Batch Hash Table Build" => OperatorKind.HashBuild,
            "Stream Aggregate" => node.Is(OperatorFlags.Groups)
                ? OperatorKind.SortedAggregate
                : OperatorKind.ScalarAggregate,
            "Window Aggregate" or "Window Spool" or "Segment" or "Sequence Project" => OperatorKind.SortedAggregate,
            "Sort" => OperatorKind.Sort,
            "Parallelism" => OperatorKind.Exchange,
            "Table Spool" or "Index Spool" or "Row Count Spool" => OperatorKind.Spool,
            "Top" => OperatorKind.Limit,
            "Constant Scan" => OperatorKind.Constant,
            "Table-valued function" => Function(node),
            _ => IsWrite(node) ? Write(node) : OperatorKind.Other,
        };

    private static OperatorKind Scan(ServerOperator node)
    {
        if (IsWorkTable(node))
            return OperatorKind.Spool;
        var isOrderedIndex =
            node.Is(OperatorFlags.Ordered) && !node.Is(OperatorFlags.ColumnStore) && node.Physical != "Table Scan";
        return isOrderedIndex || node.Is(OperatorFlags.SeekPredicates)
            ? OperatorKind.IndexRange
            : OperatorKind.TableScan;
    }

    private static OperatorKind Hash(ServerOperator node) =>
        node.Logical switch
        {
            "Aggregate" or "Partial Aggregate" => IsScalar(node)
                ? OperatorKind.ScalarAggregate
                : OperatorKind.HashAggregate,
            "Flow Distinct" or "Distinct" or "Union" => OperatorKind.HashAggregate,
            _ => OperatorKind.HashJoin,
        };

    /// <summary>Batch mode counts without groups in a Hash Match that has no keys; it delivers a row
    /// for each thread at most.</summary>
    private static bool IsScalar(ServerOperator node) =>
        !node.Is(OperatorFlags.Groups)
        && !(node.EstimateRows > MostScalarRows)
        && !(node.Counters.Rows > MostScalarRows);

    /// <summary>
    /// A function of the server reads its memory, like a table. A function of several statements fills
    /// a table that another operator scans; those statements are judged for themselves.
    /// </summary>
    private static OperatorKind Function(ServerOperator node)
    {
        if (
            node.Table is not { } table
            || Array.Exists(OfArguments, name => table.Contains(name, StringComparison.Ordinal))
        )
            return OperatorKind.Constant;
        return node.Parent is { Physical: "Sequence" } ? OperatorKind.Other : OperatorKind.TableScan;
    }

    private static OperatorKind Write(ServerOperator node) =>
        IsWorkTable(node) ? OperatorKind.Spool : OperatorKind.Write;

    private static bool IsWrite(ServerOperator node) =>
        node.Logical is "Insert" or "Update" or "Delete" or "Merge"
        || node.Physical.EndsWith(" Insert", StringComparison.Ordinal)
        || node.Physical.EndsWith(" Update", StringComparison.Ordinal)
        || node.Physical.EndsWith(" Delete", StringComparison.Ordinal)
        || node.Physical.EndsWith(" Merge", StringComparison.Ordinal);

    /// <summary>A cursor keeps its rows in a work table, which has an index but no name.</summary>
    private static bool IsWorkTable(ServerOperator node) => node.Table is null && node.Index == "CWT_PrimaryKey";
}

/// <summary>Adaptive joins: a build input, an input for the hash join and one for the nested loops, of
/// which one is used.</summary>
internal static class AdaptiveJoins
{
    private const int HashInput = 1;
    private const int LoopInput = 2;

    public static bool IsLoop(ServerOperator join)
    {
        var used = join.Counters.ActualJoin.Length > 0 ? join.Counters.ActualJoin : join.EstimatedJoin;
        return used.Replace(" ", "", StringComparison.Ordinal) == "NestedLoops";
    }

    /// <summary>True for the input that the join does not use.</summary>
    public static bool IsUnused(ServerOperator join, int input) =>
        join.Physical == "Adaptive Join"
        && join.Inputs.Count > LoopInput
        && input == (IsLoop(join) ? HashInput : LoopInput);
}
