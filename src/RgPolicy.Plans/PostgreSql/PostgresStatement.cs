using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>One element of a document to one statement.</summary>
internal static class PostgresStatement
{
    public static PlanStatement Read(JsonValue value, int ordinal, ServerNodes nodes, PlanReaderOptions options)
    {
        var text = value.TextOf("Query Text");
        var identifier = value.Member("Query Identifier")?.Text;
        if (value.IsCut || HasTwoPlans(value))
            return PlanStatement.Cut(ordinal, identifier, text);
        var plan = value.Member("Plan") is { Kind: JsonValueKind.Object } wrapped ? wrapped : value;
        var incomplete = nodes.Incomplete;
        nodes.Read(plan);
        if (nodes.Incomplete > incomplete)
            return PlanStatement.Cut(ordinal, identifier, text);
        var kind = KindOf(nodes, text);
        using var tree = PostgresNeutralTree.Build(nodes, value.Member("Settings"), kind, options);
        return new()
        {
            Ordinal = ordinal,
            Id = identifier,
            Kind = kind,
            Text = text,
            HasPlan = true,
            QueryHash = identifier,
            Profile = PlanJudge.Judge(tree, options),
        };
    }

    /// <summary>True when a statement names its plan twice, as tools do that put documents together.</summary>
    public static bool HasTwoPlans(JsonValue value)
    {
        var plans = 0;
        foreach (var member in value.Children)
            plans += member.Is("Plan") ? 1 : 0;
        return plans > 1;
    }

    public static PlanStatement Utility(int ordinal) =>
        new()
        {
            Ordinal = ordinal,
            Kind = StatementKind.Utility,
            Profile = StatementProfile.FromKind(StatementKind.Utility) ?? new PlanProfile { Shape = PlanShape.Utility },
        };

    /// <summary>A writing operator tells most; a text may add what a plan does not show, such as CREATE
    /// TABLE AS.</summary>
    private static StatementKind KindOf(ServerNodes nodes, string? text)
    {
        var fromText = text is null ? StatementKind.Select : StatementKindReader.FromText(text);
        if (fromText is StatementKind.BulkLoad or StatementKind.Maintenance or StatementKind.IndexBuild)
            return fromText;
        return WritingKind(nodes)
            ?? (fromText is StatementKind.Utility or StatementKind.Other ? StatementKind.Select : fromText);
    }

    private static StatementKind? WritingKind(ServerNodes nodes)
    {
        foreach (var node in nodes.All)
        {
            if (node.Type is not ("ModifyTable" or "Insert" or "Update" or "Delete" or "Merge" or "Foreign Scan"))
                continue;
            StatementKind? kind = (node.Json.TextOf("Operation") ?? node.Type) switch
            {
                "Insert" => StatementKind.Insert,
                "Update" => StatementKind.Update,
                "Delete" => StatementKind.Delete,
                "Merge" => StatementKind.Merge,
                _ => null,
            };
            if (kind is not null)
                return kind;
        }

        return null;
    }
}
