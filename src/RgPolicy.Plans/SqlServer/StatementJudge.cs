using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>One statement as the server printed it to what it tells.</summary>
internal static class StatementJudge
{
    public static PlanStatement Judge(SqlServerStatement statement, PlanReaderOptions options)
    {
        if (statement.IsCut)
            return PlanStatement.Cut(statement.Ordinal, statement.Id, statement.Text);
        var kind = StatementTypes.KindOf(statement);
        return new()
        {
            Ordinal = statement.Ordinal,
            Id = statement.Id,
            Kind = kind,
            Text = statement.Text,
            HasPlan = statement.Operators.Count > 0,
            QueryHash = statement.QueryHash,
            PlanHash = statement.PlanHash,
            Profile = statement.Operators.Count > 0 ? WithPlan(statement, kind, options) : WithoutPlan(statement, kind),
        };
    }

    private static PlanProfile WithPlan(SqlServerStatement statement, StatementKind kind, PlanReaderOptions options)
    {
        using var tree = SqlServerNeutralTree.Build(statement, kind);
        return PlanJudge.Judge(tree, options);
    }

    private static PlanProfile WithoutPlan(SqlServerStatement statement, StatementKind kind)
    {
        if (statement.Type is "EXECUTE STRING")
            return PlanProfile.Unknown("dynamic SQL: the document does not show what it runs");
        if (statement.Type.EndsWith(" WITH QUERY", StringComparison.Ordinal))
            return Utility("a value from functions or variables; no table is read here");
        if (StatementProfile.FromKind(kind) is not { } profile)
            return PlanProfile.Unknown("the document has no plan for this statement");
        return statement.Type is "EXECUTE PROC"
            ? profile with
            {
                Reason = "calls a procedure; its statements are judged one by one where the document has them",
            }
            : profile;
    }

    private static PlanProfile Utility(string reason) =>
        (StatementProfile.FromKind(StatementKind.Utility) ?? PlanProfile.Unknown(reason)) with
        {
            Reason = reason,
        };
}
