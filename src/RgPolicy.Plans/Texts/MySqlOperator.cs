namespace RgPolicy.Plans.Texts;

/// <summary>What a line of MySQL's tree does.</summary>
/// <param name="Begins">What the line begins with.</param>
/// <param name="Access">The access type of the JSON form.</param>
/// <param name="How">What else the JSON form says: the algorithm of a join, the way through an index.</param>
internal sealed record MySqlOperator(string Begins, string Access, string? How = null)
{
    /// <summary>The longer of two beginnings stands first.</summary>
    private static readonly MySqlOperator[] All =
    [
        new("Table scan on ", "table"),
        new("Count rows in ", "count_rows"),
        new("Constant row from ", "constant_row"),
        new("Scan new records on ", "scan_new_records"),
        new("Sort-deduplicate by row ID", "index_merge"),
        new("Intersect rows sorted by row ID", "rowid_intersection"),
        new("Deduplicate rows sorted by row ID", "rowid_union"),
        new("Rows fetched before execution", "rows_fetched_before_execution"),
        new("Zero rows", "zero_rows"),
        new("Zero input rows", "zero_rows_aggregated"),
        new("Nested loop ", "join", "nested_loop"),
        new("Batched key access ", "join", "batch_key_access"),
        new("Inner hash join", "join", "hash"),
        new("Left hash join", "join", "hash"),
        new("Full outer hash join", "join", "hash"),
        new("Hash semijoin", "join", "hash"),
        new("Hash antijoin", "join", "hash"),
        new("Filter: ", "filter"),
        new("Sort", "sort"),
        new("Group ", "aggregate", "group"),
        new("Aggregate using temporary table", "temp_table_aggregate"),
        new("Aggregate: ", "aggregate"),
        new("Limit", "limit"),
        new("Offset: ", "limit"),
        new("Stream results", "stream"),
        new("Materialize table function", "materialized_table_function"),
        new("Materialize", "materialize"),
        new("Union materialize", "materialize"),
        new("Intersect materialize", "materialize"),
        new("Except materialize", "materialize"),
        new("Temporary table", "materialize"),
        new("Fill information schema table ", "materialize_information_schema"),
        new("Append", "append"),
        new("Window ", "window"),
        new("Remove duplicates from input grouped on ", "remove_duplicates_from_groups"),
        new("Remove duplicates from input sorted on ", "remove_duplicates_on_index"),
        new("Remove duplicate ", "weedout"),
        new("Alternative plans for IN subquery", "alternative_plans_for_in_subquery"),
        new("Invalidate materialized tables", "invalidate_materialized_tables"),
        new("Delete from ", "delete_rows"),
        new("Update ", "update_rows"),
        new("Insert into ", "insert_select"),
        new("Insert values into ", "insert_values"),
        new("Replace values into ", "replace_values"),
    ];

    /// <summary>An operator of another version: what it does is not known.</summary>
    public static readonly MySqlOperator Unknown = new("", "unknown");

    private static readonly string[] Headings =
    [
        "Select #",
        "Hash",
        "Batch input rows",
        "Repeat until convergence",
        "Clustered primary key (scanned separately)",
        "Disable deduplication",
    ];

    /// <summary>Ways through an index, behind its first words.</summary>
    private static readonly (string Words, string How)[] Indexes =
    [
        ("ndex range scan on ", "index_range_scan"),
        ("ndex lookup on ", "index_lookup"),
        ("ndex scan on ", "index_scan"),
        ("ndex skip scan on ", "index_skip_scan"),
        ("ndex skip scan for grouping on ", "group_index_skip_scan"),
        ("ndex skip scan for deduplication on ", "group_index_skip_scan"),
        ("ndex search on ", "full_text_search"),
        ("ndex distance scan on ", "index_distance_scan"),
    ];

    /// <summary>The operator that a line begins with, or null where it is none that is known.</summary>
    public static MySqlOperator? Of(string line)
    {
        if (Array.Find(All, each => line.StartsWith(each.Begins, StringComparison.Ordinal)) is { } known)
            return known;
        foreach (var (words, how) in Indexes)
        {
            var at = line.IndexOf(words, StringComparison.Ordinal);
            // At most "Single-row covering " in front of it.
            if (at is > 0 and < 24)
                return new(line[..(at + words.Length)], "index", how);
        }

        return null;
    }

    /// <summary>True for a line above an input that says what becomes of it.</summary>
    public static bool IsHeading(string line) =>
        Of(line) is null && Array.Exists(Headings, each => line.StartsWith(each, StringComparison.Ordinal));

    public static bool HasCosts(string line) => line.Contains("  (cost=", StringComparison.Ordinal);

    public static bool HasActuals(string line) =>
        line.Contains("(actual ", StringComparison.Ordinal)
        || line.Contains("(never executed)", StringComparison.Ordinal);

    /// <summary>Inputs without which the server prints no such operator; what several places read it prints at one of
    /// them.</summary>
    public static int Needed(MySqlOperator known, string line) =>
        known.Access switch
        {
            "materialize" when line.Contains("printed elsewhere", StringComparison.Ordinal) => 0,
            "materialize" => known.Begins is "Materialize" or "Temporary table" ? 1 : 2,
            "join" or "append" or "alternative_plans_for_in_subquery" => 2,
            "filter"
            or "sort"
            or "aggregate"
            or "temp_table_aggregate"
            or "limit"
            or "stream"
            or "window"
            or "weedout"
            or "delete_rows"
            or "update_rows"
            or "insert_select"
            or "index_merge"
            or "rowid_intersection"
            or "rowid_union"
            or "remove_duplicates_from_groups"
            or "remove_duplicates_on_index" => 1,
            // What <temporary> and <subquery2> hold comes from below.
            "table" or "index" => line.AsSpan(known.Begins.Length).StartsWith("<", StringComparison.Ordinal) ? 1 : 0,
            _ => 0,
        };

    public static void Write(MySqlOperator known, string line, PlanWriter writer)
    {
        writer.Text("access_type", known.Access);
        if (known.Access == "join")
            writer.Text("join_algorithm", known.How);
        else if (known.Access == "index")
            writer.Text("index_access_type", known.How);
        else if (known.How == "group")
            writer.True("group_by");
        if (known.Access is "table" or "index" or "count_rows" or "constant_row" or "scan_new_records")
            writer.Text("table_name", TableIn(line.AsSpan(known.Begins.Length)));
        var costs = line.LastIndexOf("  (cost=", StringComparison.Ordinal);
        if (costs >= 0)
        {
            WriteFigure(line, costs, "cost=", "estimated_total_cost", writer);
            WriteFigure(line, costs, " rows=", "estimated_rows", writer);
        }

        var actual = line.LastIndexOf("(actual ", StringComparison.Ordinal);
        if (actual >= 0)
        {
            WriteFigure(line, actual, " rows=", "actual_rows", writer);
            WriteFigure(line, actual, " loops=", "actual_loops", writer);
        }
        else if (HasActuals(line))
        {
            writer.Number("actual_rows", 0);
            writer.Number("actual_loops", 0);
        }
    }

    /// <summary>The alias of the table: the text form has no other name.</summary>
    private static ReadOnlySpan<char> TableIn(ReadOnlySpan<char> rest)
    {
        foreach (var end in (ReadOnlySpan<string>)[" using ", "  (", " in secondary engine ", " (", ", "])
        {
            var at = rest.IndexOf(end, StringComparison.Ordinal);
            rest = at < 0 ? rest : rest[..at];
        }

        return rest.Trim();
    }

    /// <summary>A figure; of <c>1.2..8.5</c> the second, the cost of all rows.</summary>
    private static void WriteFigure(string line, int from, string sign, string name, PlanWriter writer)
    {
        var at = line.IndexOf(sign, from, StringComparison.Ordinal);
        if (at < 0)
            return;
        var rest = line.AsSpan(at + sign.Length);
        var end = rest.IndexOfAny(' ', ')');
        rest = end < 0 ? rest : rest[..end];
        var range = rest.IndexOf("..", StringComparison.Ordinal);
        writer.Number(name, range < 0 ? rest : rest[(range + 2)..]);
    }
}
