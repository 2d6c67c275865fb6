using System.Data;
using System.Globalization;
using System.Text;
using Npgsql;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>
/// Explains one statement that somebody else wrote. The text is sent as the only statement of one Parse message, so that the
/// server refuses a second; it is planned in a read-only transaction that is rolled back, after the guard has let it through and
/// under the locks that the guard took.
/// </summary>
internal sealed class Explainer(IPlanGuard guard, PostgresObserverOptions options)
{
    private const int MostParameters = 1000;
    private const int MostGuesses = 4;
    private const int LongestPlan = 4_000_000;
    private const int LengthOfPart = 8 * 1024;
    private const string Prepared = "rgpolicy_statement";
    private const string Source = "re-explain";

    /// <summary>Explains one.</summary>
    public async Task<PlanAnswer> ExplainAsync(ExplainSession session, PlanRequest request, CancellationToken cancellationToken)
    {
        var statement = StatementTextReader.Read(request.Text);
        if (statement.Statements != 1 || statement.IsUnreadable) return PlanAnswer.None("the text is not one readable statement");
        if (!IsQuery(statement)) return PlanAnswer.None("the text is not a query");
        if (statement.Parameters > MostParameters) return PlanAnswer.None("the text has too many parameters");
        session.Uses++;
        var types = new string[statement.Parameters];
        Array.Fill(types, "unknown");
        for (var guesses = 0; ; guesses++)
        {
            try
            {
                return await AttemptAsync(session, statement, request, types, cancellationToken);
            }
            catch (PostgresException e) when (guesses < MostGuesses && UndeterminedParameter(e, types) is { } undetermined)
            {
                // A parameter that nothing tells the type of is one of text: so the server itself takes a bare literal.
                types[undetermined] = "text";
                await CleanAsync(session, false, cancellationToken);
            }
            catch (PostgresException e)
            {
                await CleanAsync(session, false, cancellationToken);
                return ExplainFailure.Answer(e, request.Kind, options.PlanLifetime);
            }
        }
    }

    /// <summary>PREPARE takes other statements too, and what they would do is not what the guard has read.</summary>
    private static bool IsQuery(StatementText statement) =>
        statement.FirstWord is "SELECT" or "VALUES" or "TABLE" or "WITH" && !statement.WritesInWith && !statement.LocksRows;

    private async Task<PlanAnswer> AttemptAsync(
        ExplainSession session, StatementText statement, PlanRequest request, string[] types, CancellationToken cancellationToken)
    {
        await RunAsync(session, Preparation, cancellationToken);
        var verdict = await guard.AdmitAsync(session, statement, request, cancellationToken);
        var answer = verdict.Answer ?? await JudgeAsync(session, verdict, await PlanAsync(session, verdict, types, cancellationToken), cancellationToken);
        await CleanAsync(session, verdict.Answer is null && types.Length > 0, cancellationToken);
        return answer with { IsPerExecution = verdict.IsByLocks && !request.KeyTellsTables };
    }

    /// <summary>Judges a plan with what the catalog says of its tables, which the plan does not tell.</summary>
    private async Task<PlanAnswer> JudgeAsync(ExplainSession session, GuardVerdict verdict, string json, CancellationToken cancellationToken)
    {
        var facts = PlanFactsMaker.Read(json, options.PlanReader, Source);
        if (facts.Profile is { } profile && await session.Figures.FindAsync(profile.Tables, verdict.Relations, cancellationToken) is { } figures)
            facts = PlanFactsMaker.Read(json, options.PlanReader with { Relations = figures }, Source);
        return new PlanAnswer { Facts = facts, Lifetime = options.PlanLifetime };
    }

    private static async Task<string> PlanAsync(
        ExplainSession session, GuardVerdict verdict, string[] types, CancellationToken cancellationToken)
    {
        await RunAsync(session, [.. ServersPlanning, .. Restrictions(session, verdict)], cancellationToken);
        await using (var path = new NpgsqlCommand("SELECT set_config('search_path', $1, true)", session.Connection)
        {
            Parameters = { new NpgsqlParameter<string> { TypedValue = verdict.SearchPath, NpgsqlDbType = NpgsqlTypes.NpgsqlDbType.Text } },
        }) await path.ExecuteNonQueryAsync(cancellationToken);
        if (types.Length == 0) return await ReadAsync(session, "EXPLAIN (FORMAT JSON, SETTINGS ON) " + verdict.Text, cancellationToken);
        // GENERIC_PLAN of newer servers goes over the simple protocol alone; this works on all of them.
        var (text, pages) = PageParameters.Replace(verdict.Text);
        var declared = types.Select((type, place) => pages.Contains(place + 1) ? "bigint" : type);
        await RunAsync(session, [$"PREPARE {Prepared}({string.Join(", ", declared)}) AS {text}"], cancellationToken);
        var nulls = string.Join(", ", Enumerable.Repeat("NULL", types.Length));
        try
        {
            return await ReadAsync(
                session, string.Create(CultureInfo.InvariantCulture, $"EXPLAIN (FORMAT JSON, SETTINGS ON) EXECUTE {Prepared}({nulls})"),
                cancellationToken);
        }
        catch (PostgresException)
        {
            await CleanAsync(session, true, cancellationToken);
            throw;
        }
    }

    private static readonly string[] Preparation =
    [
        // Under a snapshot that is older than its locks the guard would not see what it has to.
        "BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY",
        // By the clock, not by work: on a full host planning takes many times as long as alone.
        "SET LOCAL statement_timeout = 1000",
        "SET LOCAL lock_timeout = 50",
    ];

    private static readonly string[] ServersPlanning =
    [
        "SET LOCAL enable_hashjoin TO DEFAULT", "SET LOCAL enable_mergejoin TO DEFAULT", "SET LOCAL enable_seqscan TO DEFAULT",
        "SET LOCAL max_parallel_workers_per_gather TO DEFAULT", "SET LOCAL work_mem TO DEFAULT", "SET LOCAL hash_mem_multiplier TO DEFAULT",
    ];

    /// <summary>What planning must not use: views where the text names none, checks that the guard has not looked at.</summary>
    private static IEnumerable<string> Restrictions(ExplainSession session, GuardVerdict verdict)
    {
        if (session.RestrictsViews && !verdict.HasViews) yield return "SET LOCAL restrict_nonsystem_relation_kind = 'view, foreign-table'";
        if (verdict.HasPartitions) yield return "SET LOCAL constraint_exclusion = off";
    }

    private static async Task RunAsync(ExplainSession session, IEnumerable<string> statements, CancellationToken cancellationToken)
    {
        await using var batch = new NpgsqlBatch(session.Connection);
        foreach (var sql in statements) batch.BatchCommands.Add(new NpgsqlBatchCommand(sql));
        await batch.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>A plan as the server writes it; a constant in it can be as long as a gigabyte, so no more than a bound is read.</summary>
    /// <exception cref="InvalidDataException">It is longer: the connection is not used again.</exception>
    private static async Task<string> ReadAsync(ExplainSession session, string sql, CancellationToken cancellationToken)
    {
        await using var batch = new NpgsqlBatch(session.Connection) { BatchCommands = { new NpgsqlBatchCommand(sql) } };
        var reader = await batch.ExecuteReaderAsync(CommandBehavior.SequentialAccess, cancellationToken);
        var isTooLong = false;
        try
        {
            var plan = await reader.ReadAsync(cancellationToken) ? await ReadTextAsync(reader.GetTextReader(0), cancellationToken) : "";
            isTooLong = plan is null;
            return plan ?? throw new InvalidDataException($"its plan is longer than {LongestPlan / 1_000_000} million characters");
        }
        finally
        {
            // Ending the reader would read all the rest: the connection is ended instead.
            if (!isTooLong) await reader.DisposeAsync();
        }
    }

    private static async Task<string?> ReadTextAsync(TextReader text, CancellationToken cancellationToken)
    {
        var plan = new StringBuilder();
        var part = new char[LengthOfPart];
        int read;
        while ((read = await text.ReadBlockAsync(part, cancellationToken)) > 0)
        {
            plan.Append(part, 0, read);
            if (plan.Length > LongestPlan) return null;
        }

        return plan.ToString();
    }

    /// <summary>The parameter whose type the server could not tell, or null.</summary>
    private static int? UndeterminedParameter(PostgresException e, string[] types)
    {
        if (e.SqlState != PostgresErrorCodes.IndeterminateDatatype) return null;
        var dollar = e.MessageText.LastIndexOf('$');
        return dollar >= 0 && int.TryParse(e.MessageText.AsSpan(dollar + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number >= 1 && number <= types.Length && types[number - 1] == "unknown"
            ? number - 1
            : null;
    }

    /// <summary>Leaves the connection as it was: no transaction, no prepared statement, no advisory lock.</summary>
    private static Task CleanAsync(ExplainSession session, bool isPrepared, CancellationToken cancellationToken) => RunAsync(
        session, ["ROLLBACK", .. isPrepared ? [$"DEALLOCATE {Prepared}"] : Array.Empty<string>(), "SELECT pg_advisory_unlock_all()"],
        cancellationToken);
}
