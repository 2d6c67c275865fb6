using System.Text.Json;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>A text that holds PostgreSQL plans: an array of plans, one plan, a bare operator.</summary>
internal sealed class PostgresReader(PlanReaderOptions options) : JsonPlanReader
{
    /// <summary>The word that the server prints for a statement that has no plan.</summary>
    private const string NoPlan = "Utility Statement";

    private readonly ServerNodes _nodes = ServerNodes.Take();

    /// <summary>Statements that are an operator and nothing around it.</summary>
    private readonly List<int> _bare = [];

    protected override bool Take(JsonValue value, bool onlyWrapped)
    {
        var isUtility = value.Kind == JsonValueKind.String && value.Text == NoPlan;
        var isWrapper = value.Member("Plan") is { Kind: JsonValueKind.Object };
        var isOperator = value.Kind == JsonValueKind.Object && value.TextOf("Node Type") is not null;
        if (!isUtility && !isWrapper && !isOperator)
            return false;
        if (onlyWrapped && !isWrapper)
            return true;
        if (isOperator)
            _bare.Add(Statements.Count);
        if (PostgresStatement.HasTwoPlans(value))
            Diagnostics.Add(PlanProblems.TwoPlans());
        Statements.Add(
            isUtility
                ? PostgresStatement.Utility(Statements.Count)
                : PostgresStatement.Read(value, Statements.Count, _nodes, options)
        );
        return true;
    }

    protected override void Finish(bool hasNoBeginning)
    {
        if (hasNoBeginning && _bare.Count > 0)
        {
            _bare.ForEach(Cut);
            Diagnostics.Add(PlanProblems.NoBeginning());
        }

        if (_nodes.AbsurdFigures > 0)
            Diagnostics.Add(PlanProblems.AbsurdNumbers(_nodes.AbsurdFigures));
        if (_nodes.SplitInputs > 0)
            Diagnostics.Add(PlanProblems.SplitInputs());
        if (_nodes.Incomplete > 0)
            Diagnostics.Add(PlanProblems.IncompleteOperator());
        Spare<ServerNodes>.Give(_nodes);
    }
}
