using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Names as EXPLAIN's text form prints them.</summary>
internal static class NodeNames
{
    public static string Of(ServerNode node)
    {
        var name = node.Type switch
        {
            "Aggregate" => Aggregate(node),
            "ModifyTable" => node.Json.TextOf(JsonName.Operation) ?? node.Type,
            "Function Scan" => "Function Scan on " + (node.Json.TextOf(JsonName.FunctionName) ?? "?"),
            "Custom Scan" when node.Json.TextOf(JsonName.CustomPlanProvider) is { } provider =>
                $"Custom Scan ({provider})",
            _ => node.Type,
        };
        return node.IsParallelAware ? node.Json.Texts.Joined("Parallel", ' ', name) : name;
    }

    /// <summary>The relation with its schema where the plan prints one.</summary>
    public static string? Table(ServerNode node)
    {
        if (node.Json.TextOf(JsonName.RelationName) is not { } relation)
            return null;
        return node.Json.TextOf(JsonName.Schema) is { } schema
            ? node.Json.Texts.Joined(schema, '.', relation)
            : relation;
    }

    private static string Aggregate(ServerNode node)
    {
        var strategy = node.Json.TextOf(JsonName.Strategy) switch
        {
            "Hashed" => "HashAggregate",
            "Sorted" => "GroupAggregate",
            "Mixed" => "MixedAggregate",
            _ => "Aggregate",
        };
        return node.Json.TextOf(JsonName.PartialMode) is ("Partial" or "Finalize") and { } stage
            ? node.Json.Texts.Joined(stage, ' ', strategy)
            : strategy;
    }
}
