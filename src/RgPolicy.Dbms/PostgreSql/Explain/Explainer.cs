using System.Globalization;
using Npgsql;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>
/// Explains one statement that somebody else wrote. The text is sent as the only statement of one Parse message, so that the
/// server refuses a second; it is planned in a read-only transaction that is rolled back, behind a guard in the same batch.
/// </summary>
internal sealed class Explainer(SafetyCheck safety, PostgresObserverOptions options, int serverVersion)
{
    private const int GenericPlanVersion = 160000;
    private const int MostParameters = 1000;
    private const string Prepared = "rgpolicy_statement";

    /// <summary>Explains one.</summary>
    public async Task<PlanAnswer> ExplainAsync(ExplainSession session, PlanRequest request, CancellationToken cancellationToken)
    {
        var statement = StatementTextReader.Read(request.Text);
        if (SafetyCheck.ForbiddenName(statement) is { } forbidden)
            return PlanAnswer.None($"function {forbidden} runs statements that are not in the text, so it is never planned");
        if (statement.Statements != 1 || statement.IsUnreadable) return PlanAnswer.None("the text is not one readable statement");
        if (statement.Parameters > MostParameters) return PlanAnswer.None("the text has too many parameters");
        session.Uses++;
        try
        {
            return Known(await RunAsync(session, statement, request.Login, cancellationToken));
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.UndefinedTable && request.Login != 0)
        {
            // Perhaps RgPolicy's own search_path, which a DBA can set for it, finds what the login's does not.
            await CleanAsync(session, cancellationToken);
            return await ExplainAsync(session, request with { Login = 0 }, cancellationToken);
        }
        catch (PostgresException e)
        {
            await CleanAsync(session, cancellationToken);
            if (e.SqlState == PostgresErrorCodes.DivisionByZero
                && await safety.RefusalAsync(session.Connection, statement, cancellationToken) is { } refusal)
                return Refused(refusal);
            return ExplainFailure.Answer(e, request.Kind, options.PlanLifetime);
        }
    }

    private PlanAnswer Known(string json) => new()
    {
        Facts = PlanFactsMaker.Read(json, options.PlanReader, "re-explain"), Lifetime = options.PlanLifetime,
    };

    private async Task<string> RunAsync(
        ExplainSession session, StatementText statement, uint login, CancellationToken cancellationToken)
    {
        var searchPath = await session.SearchPathAsync(login, cancellationToken);
        await using var batch = new NpgsqlBatch(session.Connection);
        foreach (var sql in Preparation) batch.BatchCommands.Add(new NpgsqlBatchCommand(sql));
        batch.BatchCommands.Add(safety.Guard(statement));
        batch.BatchCommands.Add(new NpgsqlBatchCommand(ServersWorkMemory));
        batch.BatchCommands.Add(SetSearchPath(searchPath));
        foreach (var sql in Explain(statement)) batch.BatchCommands.Add(new NpgsqlBatchCommand(sql));
        var json = "";
        await using (var reader = await batch.ExecuteReaderAsync(cancellationToken))
        {
            do
                while (await reader.ReadAsync(cancellationToken))
                    if (reader.GetDataTypeName(0) == "json") json = reader.GetString(0);
            while (await reader.NextResultAsync(cancellationToken));
        }

        await CleanAsync(session, cancellationToken);
        return json;
    }

    private static readonly string[] Preparation =
    [
        "BEGIN TRANSACTION READ ONLY",
        "SET LOCAL statement_timeout = 250",
        "SET LOCAL lock_timeout = 50",
        "SET LOCAL plan_cache_mode = force_generic_plan",
        "SET LOCAL work_mem = 1024",
    ];

    // The guard's hash tables are sized by estimates that are far too high: with a large work_mem it would only clear memory.
    private const string ServersWorkMemory = "SET LOCAL work_mem TO DEFAULT";

    private static NpgsqlBatchCommand SetSearchPath(string searchPath) => new("SELECT set_config('search_path', $1, true)")
    {
        Parameters = { new NpgsqlParameter<string> { TypedValue = searchPath, NpgsqlDbType = NpgsqlTypes.NpgsqlDbType.Text } },
    };

    private string[] Explain(StatementText statement)
    {
        if (statement.Parameters == 0) return ["EXPLAIN (FORMAT JSON, SETTINGS ON) " + statement.Text];
        if (serverVersion >= GenericPlanVersion) return ["EXPLAIN (FORMAT JSON, SETTINGS ON, GENERIC_PLAN ON) " + statement.Text];
        var nulls = string.Join(", ", Enumerable.Repeat("NULL", statement.Parameters));
        return
        [
            $"PREPARE {Prepared} AS {statement.Text}",
            string.Create(CultureInfo.InvariantCulture, $"EXPLAIN (FORMAT JSON, SETTINGS ON) EXECUTE {Prepared}({nulls})"),
        ];
    }

    /// <summary>Leaves the connection as it was: no transaction, no prepared statement, no advisory lock.</summary>
    private static async Task CleanAsync(ExplainSession session, CancellationToken cancellationToken)
    {
        await using var batch = new NpgsqlBatch(session.Connection)
        {
            BatchCommands = { new("ROLLBACK"), new("DEALLOCATE ALL"), new("SELECT pg_advisory_unlock_all()") },
        };
        await batch.ExecuteNonQueryAsync(cancellationToken);
    }

    private PlanAnswer Refused(string refusal) => PlanAnswer.None(refusal) with { Lifetime = options.PlanLifetime };
}
