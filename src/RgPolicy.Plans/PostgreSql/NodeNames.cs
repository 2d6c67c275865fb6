namespace RgPolicy.Plans.PostgreSql;

/// <summary>Names as EXPLAIN's text form prints them.</summary>
internal static class NodeNames
{
    public static string Of(ServerNode node)
    {
        var parallel = node.IsParallelAware ? "Parallel " : "";
        return parallel + (node.Type switch
        {
            "Aggregate" => Aggregate(node),
            "ModifyTable" => node.Json.TextOf("Operation") ?? node.Type,
            "Function Scan" => "Function Scan on " + (node.Json.TextOf("Function Name") ?? "?"),
            "Custom Scan" when node.Json.TextOf("Custom Plan Provider") is { } provider => $"Custom Scan ({provider})",
            _ => node.Type,
        });
    }

    /// <summary>The relation with its schema where the plan prints one.</summary>
    public static string? Table(ServerNode node)
    {
        if (node.Json.TextOf("Relation Name") is not { } relation)
            return null;
        return node.Json.TextOf("Schema") is { } schema ? $"{schema}.{relation}" : relation;
    }

    private static string Aggregate(ServerNode node)
    {
        var stage = node.Json.TextOf("Partial Mode") is "Partial" or "Finalize" ? node.Json.TextOf("Partial Mode") + " " : "";
        return stage + (node.Json.TextOf("Strategy") switch
        {
            "Hashed" => "HashAggregate",
            "Sorted" => "GroupAggregate",
            "Mixed" => "MixedAggregate",
            _ => "Aggregate",
        });
    }
}
