using System.Text.Json;
using System.Text.Json.Nodes;

namespace RgPolicy.Plans.Tests.Building;

/// <summary>A measured PostgreSQL plan as the planner printed it before anything ran.</summary>
internal static class WithoutActuals
{
    private static readonly string[] Measured =
    [
        "Rows Removed by",
        "Peak Memory Usage",
        "Hash Buckets",
        "Hash Batches",
        "Original Hash",
        "HashAgg Batches",
        "Sort Method",
        "Sort Space",
        "Exact Heap Blocks",
        "Lossy Heap Blocks",
        "Heap Fetches",
        "Cache Hits",
        "Cache Misses",
        "Cache Evictions",
        "Cache Overflows",
        "Disk Usage",
        "Maximum Storage",
        "Storage",
        "Full-sort Groups",
        "Pre-sorted Groups",
        "Workers Launched",
        "Shared ",
        "Local ",
        "Temp ",
        "I/O ",
        "WAL ",
        "Index Searches",
        "Tuples Inserted",
        "Conflicting Tuples",
    ];

    /// <summary>Null where it is no JSON, or nothing in it was measured.</summary>
    public static string? Of(string document)
    {
        try
        {
            var root = JsonNode.Parse(document);
            return root is not null && Strip(root) ? root.ToJsonString() : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static bool Strip(JsonNode node)
    {
        var isMeasured = false;
        if (node is JsonObject operation)
        {
            foreach (var name in operation.Select(member => member.Key).Where(IsMeasured).ToList())
                isMeasured |= operation.Remove(name);
        }

        foreach (var child in Children(node))
            isMeasured |= Strip(child);
        return isMeasured;
    }

    private static List<JsonNode> Children(JsonNode node) =>
        node switch
        {
            JsonObject operation => [.. operation.Select(member => member.Value).OfType<JsonNode>()],
            JsonArray list => [.. list.OfType<JsonNode>()],
            _ => [],
        };

    private static bool IsMeasured(string name) =>
        name.StartsWith("Actual ", StringComparison.Ordinal)
        || name == "Workers"
        || Measured.Any(start => name.StartsWith(start, StringComparison.Ordinal));
}
