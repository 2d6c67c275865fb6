using System.Text;

namespace RgPolicy.Plans.Documents;

/// <summary>Tells a member's name from its bytes without making a string of it.</summary>
internal static class JsonNames
{
    /// <summary>Twelve times as many places as names, a power of two: few names meet at one.</summary>
    private const int PlaceBits = 11;

    /// <summary>Places, also of names that is not asked for.</summary>
    public const int Places = 1 << PlaceBits;

    /// <summary>In the order of <see cref="JsonName"/>; a test compares them.</summary>
    private static readonly string[] All =
    [
        "",
        "Actual Loops",
        "Actual Rows",
        "Alias",
        "CTE Name",
        "Conflict Resolution",
        "Conflicting Tuples",
        "Custom Plan Provider",
        "Exact Heap Blocks",
        "Filter",
        "Full-sort Groups",
        "Function Name",
        "Group Key",
        "Group Keys",
        "Hash Batches",
        "Hash Buckets",
        "Hash Cond",
        "Hash Keys",
        "Heap Fetches",
        "Index Cond",
        "Index Name",
        "Join Filter",
        "Local Hit Blocks",
        "Local Read Blocks",
        "Lossy Heap Blocks",
        "Maximum Storage",
        "Merge Cond",
        "Node Type",
        "One-Time Filter",
        "Operation",
        "Order By",
        "Output",
        "Parallel Aware",
        "Parent Relationship",
        "Partial Mode",
        "Peak Memory Usage",
        "Peak Sort Space Used",
        "Plan",
        "Plan Rows",
        "Plan Width",
        "Plans",
        "Pre-sorted Groups",
        "Query Identifier",
        "Query Text",
        "Relation Name",
        "Rows Removed by Filter",
        "Rows Removed by Index Recheck",
        "Schema",
        "Settings",
        "Shared Hit Blocks",
        "Shared Read Blocks",
        "Single Copy",
        "Sort Space Memory",
        "Sort Space Type",
        "Sort Space Used",
        "Startup Cost",
        "Strategy",
        "Subplan Name",
        "Subplans Removed",
        "Total Cost",
        "Tuples Deleted",
        "Tuples Inserted",
        "Tuples Updated",
        "Workers",
        "Workers Launched",
        "Workers Planned",
        "cpu_index_tuple_cost",
        "cpu_operator_cost",
        "cpu_tuple_cost",
        "hash_mem_multiplier",
        "random_page_cost",
        "seq_page_cost",
        "work_mem",
        "access_type",
        "actual_loops",
        "actual_rows",
        "attached_subqueries",
        "block-nl-join",
        "buffer_size",
        "buffer_result",
        "cost",
        "cost_info",
        "data_read_per_join",
        "delete",
        "dependent",
        "duplicates_removal",
        "estimated_rows",
        "estimated_total_cost",
        "except_result",
        "expression_cache",
        "filesort",
        "filtered",
        "group_by",
        "group_by_subqueries",
        "group_items",
        "grouping_operation",
        "having_subqueries",
        "index_access_type",
        "inputs",
        "inputs_from_select_list",
        "insert",
        "insert_from",
        "insert_update_subqueries",
        "insert_values_subqueries",
        "intersect_result",
        "join_algorithm",
        "join_type",
        "loops",
        "materialization",
        "materialized",
        "materialized_from_subquery",
        "message",
        "nested_loop",
        "optimized_away_subqueries",
        "order_by_subqueries",
        "ordering_operation",
        "pages_accessed",
        "query",
        "query_block",
        "query_cost",
        "query_plan",
        "query_specifications",
        "range-checked-for-each-record",
        "r_buffer_size",
        "r_effective_rows",
        "r_used_priority_queue",
        "r_engine_stats",
        "r_filtered",
        "r_loops",
        "r_output_rows",
        "r_rows",
        "read_cost",
        "read_sorted_file",
        "recursive_union",
        "replace",
        "rows",
        "rows_examined_per_scan",
        "rows_produced_per_join",
        "select_id",
        "select_list_subqueries",
        "sorts",
        "subqueries",
        "subquery",
        "table",
        "table_name",
        "temporary_table",
        "unary_result",
        "union_result",
        "update",
        "update_value_subqueries",
        "using_filesort",
        "using_join_buffer",
        "using_temporary_table",
        "window_functions_computation",
        "windowing",
        "windows",
    ];

    private static readonly JsonSpelling[] Spelled =
    [
        .. All.Select(name => new JsonSpelling(Encoding.UTF8.GetBytes(name))),
    ];

    private static readonly JsonName[] Table = Fill();

    /// <summary>As servers print it.</summary>
    public static string Of(JsonName name) => All[(int)name];

    /// <summary>Names between quotes, as they stand in a document; that of no name stands nowhere.</summary>
    private static readonly byte[][] Quoted =
    [
        .. All.Select(name => Encoding.UTF8.GetBytes(name.Length == 0 ? "\0" : $"\"{name}\"")),
    ];

    private static readonly int[] OwnPlaces = [.. Spelled.Select(spelled => Place(spelled.Ends))];

    /// <summary>The name that these bytes spell.</summary>
    /// <param name="bytes">What is between the quotes.</param>
    /// <param name="own">The place that the bytes have, also where they are no name: others may share it.</param>
    public static JsonName Find(ReadOnlySpan<byte> bytes, out int own)
    {
        var ends = TextEnds.Of(bytes);
        own = Place(ends);
        for (var place = own; Table[place] is var name and not JsonName.None; place = (place + 1) % Places)
        {
            if (Spelled[(int)name].Is(bytes, ends))
                return name;
        }

        return JsonName.None;
    }

    /// <summary>True when a name stands there with its quotes.</summary>
    public static bool IsAt(ReadOnlySpan<byte> utf8, int at, JsonName name) => utf8[at..].StartsWith(Quoted[(int)name]);

    /// <summary>Bytes of a name and its quotes.</summary>
    public static int QuotedLength(JsonName name) => Quoted[(int)name].Length;

    /// <summary>The place of a name.</summary>
    public static int PlaceOf(JsonName name) => OwnPlaces[(int)name];

    private static int Place(TextEnds ends) => (int)(ends.Hash >> (64 - PlaceBits));

    private static JsonName[] Fill()
    {
        var table = new JsonName[Places];
        for (var name = 1; name < Spelled.Length; name++)
        {
            var place = Place(Spelled[name].Ends);
            while (table[place] != JsonName.None)
                place = (place + 1) % Places;
            table[place] = (JsonName)name;
        }

        return table;
    }
}
