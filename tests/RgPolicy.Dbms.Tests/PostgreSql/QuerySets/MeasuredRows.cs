using System.Text.Json.Nodes;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>The plan that EXPLAIN ANALYZE printed as EXPLAIN alone would print it if the server estimated rows without
/// error: what is still judged differently is not the estimates' fault.</summary>
internal static class MeasuredRows
{
    private static readonly string[] Measured =
    [
        "Actual Rows",
        "Actual Loops",
        "Rows Removed by Filter",
        "Rows Removed by Join Filter",
        "Rows Removed by Index Recheck",
    ];

    /// <summary>The same document with the rows of each operator in the place of their estimate, and nothing
    /// measured.</summary>
    public static string InPlaceOfEstimates(string json)
    {
        var document = JsonNode.Parse(json)!;
        foreach (var statement in document.AsArray())
            Replace(statement!["Plan"]!.AsObject());
        return document.ToJsonString();
    }

    private static void Replace(JsonObject node)
    {
        if (node["Actual Rows"] is { } rows)
            node["Plan Rows"] = rows.DeepClone();
        foreach (var name in Measured)
            node.Remove(name);
        foreach (var child in node["Plans"]?.AsArray() ?? [])
            Replace(child!.AsObject());
    }
}
