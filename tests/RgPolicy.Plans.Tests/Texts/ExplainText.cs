using System.Text.Json.Nodes;

namespace RgPolicy.Plans.Tests.Texts;

/// <summary>Prints a plan in JSON in the text form of EXPLAIN, line by line as PostgreSQL does.</summary>
internal static class ExplainText
{
    private static readonly string[] Expressions =
    [
        "Output",
        "Index Cond",
        "Recheck Cond",
        "TID Cond",
        "Hash Cond",
        "Merge Cond",
        "Join Filter",
        "One-Time Filter",
        "Filter",
        "Sort Key",
        "Group Key",
        "Cache Key",
    ];

    /// <summary>Printed where they are not 0.</summary>
    private static readonly string[] Counts =
    [
        "Rows Removed by Filter",
        "Rows Removed by Index Recheck",
        "Rows Removed by Join Filter",
        "Subplans Removed",
        "Workers Planned",
        "Workers Launched",
        "Conflicting Tuples",
    ];

    /// <summary>Printed as they are.</summary>
    private static readonly string[] Others = ["Heap Fetches", "Tuples Inserted", "Conflict Resolution", "Cache Mode"];

    /// <summary>The lines of a statement's plan, without what a client puts around them.</summary>
    public static List<string> Lines(JsonNode statement)
    {
        var lines = new List<string>();
        Add(statement["Plan"]!, lines, 0, isRoot: true);
        if (statement["Settings"] is JsonObject { Count: > 0 } settings)
            lines.Add(
                "Settings: " + string.Join(", ", settings.Select(setting => $"{setting.Key} = '{setting.Value}'"))
            );
        if (statement["Query Identifier"] is { } identifier)
            lines.Add($"Query Identifier: {identifier}");
        if (statement["Execution Time"] is { } time)
            lines.AddRange(["Planning Time: 0.250 ms", $"Execution Time: {time} ms"]);
        return lines;
    }

    private static void Add(JsonNode node, List<string> lines, int indent, bool isRoot)
    {
        if (Text(node, "Subplan Name") is { } label)
            lines.Add(Blanks(indent++) + label);
        var arrow = isRoot ? "" : "->  ";
        lines.Add(Blanks(indent) + arrow + Name(node) + Figures(node));
        indent += isRoot ? 1 : 3;
        AddProperties(node, lines, Blanks(indent));
        foreach (var input in node["Plans"]?.AsArray() ?? [])
            Add(input!, lines, indent, isRoot: false);
    }

    private static string Blanks(int indent) => new(' ', indent * 2);

    private static string? Text(JsonNode node, string name) => node[name]?.ToString();

    private static string Figures(JsonNode node)
    {
        var text = new StringBuilder();
        if (node["Total Cost"] is not null)
            text.Append(
                CultureInfo.InvariantCulture,
                $"  (cost={Figure(node, "Startup Cost"):F2}..{Figure(node, "Total Cost"):F2} rows={Figure(node, "Plan Rows"):F0} width={Figure(node, "Plan Width"):F0})"
            );
        if (node["Actual Loops"] is null)
            return text.ToString();
        return Figure(node, "Actual Loops") == 0
            ? text.Append(" (never executed)").ToString()
            : text.Append(
                    CultureInfo.InvariantCulture,
                    $" (actual time=0.010..0.020 rows={Figure(node, "Actual Rows"):0.##} loops={Figure(node, "Actual Loops"):F0})"
                )
                .ToString();
    }

    private static double Figure(JsonNode node, string name) => node[name] is { } value ? (double)value : 0;

    private static string Name(JsonNode node)
    {
        var type = Text(node, "Node Type")!;
        var join = Text(node, "Join Type") is { } kind and not "Inner" ? $" {kind} Join" : null;
        var name = type switch
        {
            "Aggregate" => (Text(node, "Partial Mode") is "Simple" or null ? "" : Text(node, "Partial Mode") + " ")
                + Text(node, "Strategy") switch
                {
                    "Sorted" => "GroupAggregate",
                    "Hashed" => "HashAggregate",
                    "Mixed" => "MixedAggregate",
                    _ => "Aggregate",
                },
            "ModifyTable" => Text(node, "Operation")!,
            "Nested Loop" => type + join,
            "Hash Join" or "Merge Join" => type.Split(' ')[0] + (join ?? " Join"),
            "SetOp" => $"{(Text(node, "Strategy") == "Hashed" ? "HashSetOp" : "SetOp")} {Text(node, "Command")}",
            "Custom Scan" => $"Custom Scan ({Text(node, "Custom Plan Provider")})",
            _ => type,
        };
        var parallel = node["Parallel Aware"] is { } aware && (bool)aware ? "Parallel " : "";
        return parallel + name + Target(node, type);
    }

    private static string Target(JsonNode node, string type)
    {
        var backward = Text(node, "Scan Direction") == "Backward" ? " Backward" : "";
        if (type == "Bitmap Index Scan")
            return $" on {Text(node, "Index Name")}";
        var index = Text(node, "Index Name") is { } used ? $"{backward} using {used}" : "";
        var name =
            Text(node, "Relation Name") ?? Text(node, "Function Name") ?? Text(node, "CTE Name") ?? Text(node, "Alias");
        var schema = Text(node, "Schema") is { } prefix ? prefix + "." : "";
        var alias = Text(node, "Alias") is { } other && other != name ? " " + other : "";
        return name is null ? index : $"{index} on {schema}{name}{alias}";
    }

    private static void AddProperties(JsonNode node, List<string> lines, string blanks)
    {
        foreach (var name in Expressions)
        {
            if (node[name] is { } value)
                lines.Add($"{blanks}{name}: {(value is JsonArray list ? string.Join(", ", list) : value)}");
        }

        foreach (var name in Counts.Where(name => Figure(node, name) > 0))
            lines.Add($"{blanks}{name}: {node[name]}");
        foreach (var name in Others.Where(name => node[name] is not null))
            lines.Add($"{blanks}{name}: {node[name]}");
        if (node["Single Copy"] is { } single && (bool)single)
            lines.Add(blanks + "Single Copy: true");
        if (node["Sort Space Used"] is { } used)
            lines.Add($"{blanks}Sort Method: {node["Sort Method"]}  {node["Sort Space Type"]}: {used}kB");
        if (node["Hash Buckets"] is { } buckets)
            lines.Add(
                $"{blanks}Buckets: {buckets}  Batches: {node["Hash Batches"]}  Memory Usage: {node["Peak Memory Usage"]}kB"
            );
        else if (node["Cache Hits"] is { } hits)
            lines.Add(
                $"{blanks}Hits: {hits}  Misses: 1  Evictions: 0  Overflows: 0  Memory Usage: {node["Peak Memory Usage"]}kB"
            );
        else if (node["HashAgg Batches"] is { } batches)
            lines.Add($"{blanks}Batches: {batches}  Memory Usage: {node["Peak Memory Usage"]}kB");
        if (node["Full-sort Groups"] is { } groups)
            lines.Add(
                $"{blanks}Full-sort Groups: {groups["Group Count"]}  Sort Method: quicksort  Average Memory: 25kB  Peak Memory: {groups["Sort Space Memory"]!["Peak Sort Space Used"]}kB"
            );
        if (Figure(node, "Exact Heap Blocks") + Figure(node, "Lossy Heap Blocks") > 0)
            lines.Add($"{blanks}Heap Blocks: exact={node["Exact Heap Blocks"]} lossy={node["Lossy Heap Blocks"]}");
        AddBuffers(node, lines, blanks);
    }

    private static void AddBuffers(JsonNode node, List<string> lines, string blanks)
    {
        var (hit, read) = (Figure(node, "Shared Hit Blocks"), Figure(node, "Shared Read Blocks"));
        if (hit + read > 0)
            lines.Add(
                $"{blanks}Buffers: shared{(hit > 0 ? $" hit={hit}" : "")}{(read > 0 ? $" read={read}" : "")}, temp read=3 written=4"
            );
    }
}
