using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Plans by the extension pg_show_plans: the true plan of the running query, nothing is planned again. Its
/// setting pg_show_plans.plan_format has to be json.</summary>
internal sealed class ShownPlans(string database, string schema, PostgresObserverOptions options)
{
    public string Database => database;

    /// <summary>Null where the extension is not installed in the connected database.</summary>
    public static ShownPlans? For(
        PostgresConnectionOptions connection,
        ServerTraits traits,
        PostgresObserverOptions options
    ) => traits.ShowPlansSchema is { } schema ? new ShownPlans(connection.Database, schema, options) : null;

    /// <summary>The plan, or null when the query has ended or the extension shows none that can be read.</summary>
    public async Task<PlanAnswer?> AnswerAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        try
        {
            object[] values = [request.ProcessId, request.Started];
            if (await PostgresQuery.AskAsync(session.Connection, Sql, values, cancellationToken) is not string plan)
                return null;
            var facts = PlanFactsMaker.Read(plan, options.PlanReader, "pg_show_plans");
            return facts.State == PlanState.Known
                ? new PlanAnswer { Facts = facts, Lifetime = options.PlanLifetime }
                : null;
        }
        catch (PostgresException)
        {
            // The extension is switched off, or its version has other columns: plans are explained instead.
            return null;
        }
    }

    private string Sql =>
        $"""
            SELECT p.plan::text
              FROM {PostgresSetup.Quote(schema)}.pg_show_plans p, pg_stat_get_activity($1) a
             WHERE p.pid = $1 AND p.level = 0 AND a.query_start = $2
            """;
}
