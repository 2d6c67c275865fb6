using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>What PostgreSQL's node types do.</summary>
internal static class NodeKinds
{
    /// <summary>Functions that make rows out of their arguments and touch no table.</summary>
    private static readonly HashSet<string> SeriesFunctions = new(
        (
            "generate_series generate_subscripts unnest regexp_split_to_table regexp_matches "
            + "string_to_table json_array_elements jsonb_array_elements json_array_elements_text "
            + "jsonb_array_elements_text json_each jsonb_each json_each_text jsonb_each_text json_to_record "
            + "jsonb_to_record json_to_recordset jsonb_to_recordset json_populate_record "
            + "jsonb_populate_record json_populate_recordset jsonb_populate_recordset json_object_keys "
            + "jsonb_object_keys jsonb_path_query current_schema current_database version now"
        ).Split(' '),
        StringComparer.Ordinal
    );

    public static OperatorKind Of(ServerNode node) =>
        node.Type switch
        {
            "Seq Scan" or "Sample Scan" or "Tid Range Scan" => OperatorKind.TableScan,
            "Index Scan" or "Index Only Scan" or "Bitmap Heap Scan" => OperatorKind.IndexRange,
            "Tid Scan" => OperatorKind.PointAccess,
            "Bitmap Index Scan" or "BitmapAnd" or "BitmapOr" => OperatorKind.AddressList,
            "Foreign Scan" => IsForeignWrite(node) ? OperatorKind.Write : OperatorKind.RemoteScan,
            "Custom Scan" => PassesOn(node) ? OperatorKind.Other : OperatorKind.RemoteScan,
            "Hash Join" => OperatorKind.HashJoin,
            "Merge Join" => OperatorKind.MergeJoin,
            "Nested Loop" => OperatorKind.NestedLoops,
            "Hash" => OperatorKind.HashBuild,
            "Aggregate" or "GroupAggregate" or "HashAggregate" or "MixedAggregate" => Aggregate(node),
            "Group" or "Unique" or "WindowAgg" => OperatorKind.SortedAggregate,
            "SetOp" or "HashSetOp" => SetOperation(node),
            "Sort" or "Incremental Sort" => OperatorKind.Sort,
            "Gather" or "Gather Merge" => OperatorKind.Exchange,
            "ModifyTable" or "Insert" or "Update" or "Delete" or "Merge" => OperatorKind.Write,
            "Materialize" or "CTE Scan" or "WorkTable Scan" or "Named Tuplestore Scan" => OperatorKind.Spool,
            "Memoize" => OperatorKind.AnswerCache,
            "Limit" => OperatorKind.Limit,
            "Values Scan" or "Table Function Scan" or "ProjectSet" => OperatorKind.Constant,
            "Result" => node.Children.Count == 0 ? OperatorKind.Constant : OperatorKind.Other,
            "Function Scan" => IsSeries(node) ? OperatorKind.Constant : OperatorKind.Function,
            _ => IsUnknownScan(node) ? OperatorKind.RemoteScan : OperatorKind.Other,
        };

    /// <summary>A scan of a newer server or an extension.</summary>
    private static bool IsUnknownScan(ServerNode node) =>
        node.Type.EndsWith("Scan", StringComparison.Ordinal) && node.Json.Has("Relation Name");

    /// <summary>Extensions put operators of their own above scans, which read: TimescaleDB's ChunkAppend passes their
    /// rows on, its DecompressChunk makes many of each.</summary>
    private static bool PassesOn(ServerNode node)
    {
        var below = 0.0;
        foreach (var child in node.Children)
            below += child.RowsPerExecution ?? 0;
        return node.Children.Count > 0 && (node.RowsPerExecution ?? 0) <= below;
    }

    private static bool IsForeignWrite(ServerNode node) =>
        node.Json.TextOf("Operation") is "Insert" or "Update" or "Delete";

    private static OperatorKind Aggregate(ServerNode node) =>
        (node.Json.TextOf("Strategy"), node.Type) switch
        {
            ("Hashed" or "Mixed", _) or (null, "HashAggregate" or "MixedAggregate") => OperatorKind.HashAggregate,
            ("Plain", _) => HasGroups(node.Json) ? OperatorKind.SortedAggregate : OperatorKind.ScalarAggregate,
            ("Sorted", _) or (null, "GroupAggregate") => OperatorKind.SortedAggregate,
            _ => HasGroups(node.Json) ? OperatorKind.SortedAggregate : OperatorKind.ScalarAggregate,
        };

    private static bool HasGroups(JsonValue json) =>
        json.Has("Group Key") || json.Has("Group Keys") || json.Has("Hash Keys");

    private static OperatorKind SetOperation(ServerNode node) =>
        node.Type == "HashSetOp" || node.Json.TextOf("Strategy") == "Hashed"
            ? OperatorKind.HashAggregate
            : OperatorKind.SortedAggregate;

    private static bool IsSeries(ServerNode node) =>
        node.Json.TextOf("Function Name") is { } name
        && SeriesFunctions.Contains(name)
        && (node.Json.TextOf("Schema") ?? "pg_catalog") == "pg_catalog";
}

/// <summary>Names as EXPLAIN's text form prints them.</summary>
internal static class NodeNames
{
    public static string Of(ServerNode node)
    {
        var name = node.Type switch
        {
            "Aggregate" => Aggregate(node),
            "ModifyTable" => node.Json.TextOf("Operation") ?? node.Type,
            "Function Scan" => "Function Scan on " + (node.Json.TextOf("Function Name") ?? "?"),
            "Custom Scan" when node.Json.TextOf("Custom Plan Provider") is { } provider => $"Custom Scan ({provider})",
            _ => node.Type,
        };
        return node.IsParallelAware ? node.Json.Texts.Joined("Parallel", ' ', name) : name;
    }

    /// <summary>The relation with its schema where the plan prints one.</summary>
    public static string? Table(ServerNode node)
    {
        if (node.Json.TextOf("Relation Name") is not { } relation)
            return null;
        return node.Json.TextOf("Schema") is { } schema ? node.Json.Texts.Joined(schema, '.', relation) : relation;
    }

    private static string Aggregate(ServerNode node)
    {
        var strategy = node.Json.TextOf("Strategy") switch
        {
            "Hashed" => "HashAggregate",
            "Sorted" => "GroupAggregate",
            "Mixed" => "MixedAggregate",
            _ => "Aggregate",
        };
        return node.Json.TextOf("Partial Mode") is ("Partial" or "Finalize") and { } stage
            ? node.Json.Texts.Joined(stage, ' ', strategy)
            : strategy;
    }
}
