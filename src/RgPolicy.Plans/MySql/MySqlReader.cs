using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>A text that holds plans of MySQL or MariaDB: query block documents, or iterators with or without a name
/// around them.</summary>
internal sealed class MySqlReader(PlanReaderOptions options) : JsonPlanReader
{
    protected override bool Take(JsonValue value, bool onlyWrapped)
    {
        if (!IsPlan(value) && (onlyWrapped || !IteratorTree.IsPlan(value)))
            return false;
        Statements.Add(Read(value));
        return true;
    }

    /// <summary>Without the beginning of a document a block may be the sub-query of another.</summary>
    protected override void Finish(bool hasNoBeginning)
    {
        if (!hasNoBeginning || Statements.Count == 0)
            return;
        for (var i = 0; i < Statements.Count; i++)
            Cut(i);
        Diagnostics.Add(PlanProblems.NoBeginning());
    }

    private static bool IsPlan(JsonValue value) =>
        value.Kind == JsonValueKind.Object
        && (
            value.Member("query_block") is { Kind: JsonValueKind.Object }
            || value.Member("query_plan") is { Kind: JsonValueKind.Object }
        );

    private PlanStatement Read(JsonValue value)
    {
        var text = value.TextOf("query");
        if (value.IsCut)
            return PlanStatement.Cut(Statements.Count, null, text);
        using var tree = Tree(value, text);
        tree.ReturnsRows = tree.Kind == StatementKind.Select;
        tree.Dop = new(1, Provenance.Inferred);
        return new()
        {
            Ordinal = Statements.Count,
            Id = value.Member("query_block")?.Member("select_id")?.Text,
            Kind = tree.Kind,
            Text = text,
            HasPlan = tree.Nodes.Length > 0,
            Profile = PlanJudge.Judge(tree, options),
        };
    }

    private static PlanTree Tree(JsonValue value, string? text)
    {
        if (value.Member("query_plan") is { Kind: JsonValueKind.Object } plan)
            return IteratorTree.Build(plan, text);
        return IteratorTree.IsPlan(value) ? IteratorTree.Build(value, text) : BlockTree.Build(value, text);
    }
}
