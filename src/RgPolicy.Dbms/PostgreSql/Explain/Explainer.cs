using System.Data;
using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain.Batches;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Explain.Parameters;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Explains one statement that another login wrote. The text is sent as the only statement of one Parse
/// message, so that the server refuses a second; it is planned in a read-only transaction that is rolled back, after
/// the guard has let it through and under the locks that the guard took.</summary>
internal sealed class Explainer(IPlanGuard guard, PostgresObserverOptions options)
{
    private const int MostParameters = 1000;
    private const int LongestPlan = 4_000_000;
    private const int LengthOfPart = 8 * 1024;
    private const string Prepared = "rgpolicy_statement";
    private const string Source = "re-explain";
    private const string Narrowed = "rgpolicy_narrowed";
    private const string Unpruned = "rgpolicy_unpruned";
    private const string Explain = "EXPLAIN (FORMAT JSON, SETTINGS ON) ";
    private const string Identify = "EXPLAIN (FORMAT JSON, COSTS OFF, VERBOSE ON) ";

    public async Task<PlanAnswer> ExplainAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var statement = StatementTextReader.Read(request.Text);
        if (Problem(statement) is { } problem)
            return PlanAnswer.None(problem);
        session.Uses++;
        try
        {
            return await AttemptAsync(session, statement, request, cancellationToken);
        }
        catch (PostgresException e)
        {
            await session.CleanAsync(cancellationToken);
            return ExplainFailure.Answer(e, request.Kind, options.PlanLifetime);
        }
    }

    /// <summary>The query id that the server has for a statement without parameters, whoever runs it; null where the
    /// statement may not be planned, or the server computes none.</summary>
    public async Task<long?> QueryIdAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var statement = StatementTextReader.Read(request.Text);
        if (Problem(statement) is not null || statement.Parameters > 0)
            return null;
        session.Uses++;
        long? id = null;
        try
        {
            var verdict = await guard.AdmitAsync(session, statement, request, cancellationToken);
            if (verdict.Answer is null)
                id = await ReadQueryIdAsync(session, verdict, cancellationToken);
        }
        catch (PostgresException)
        {
            // One that cannot be planned here is not told by its id.
        }

        await session.CleanAsync(cancellationToken);
        return id;
    }

    private static string? Problem(StatementText statement)
    {
        if (statement.Statements != 1 || statement.IsUnreadable)
            return "the text is not one readable statement";
        if (!IsQuery(statement))
            return "the text is not a query";
        return statement.Parameters > MostParameters
            ? "the text has too many parameters"
            : PlanningSize.Problem(new SqlText(statement.Text));
    }

    /// <summary>PREPARE takes other statements too, and what they would do is not what the guard has read.</summary>
    private static bool IsQuery(StatementText statement) =>
        statement.FirstWord is "SELECT" or "VALUES" or "TABLE" or "WITH"
        && !statement.WritesInWith
        && !statement.LocksRows;

    private async Task<PlanAnswer> AttemptAsync(
        ExplainSession session,
        StatementText statement,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var verdict = await guard.AdmitAsync(session, statement, request, cancellationToken);
        var answer =
            verdict.Answer
            ?? (
                IsOfOthers(request, verdict)
                    ? OfOthers(request)
                    : await PlanAsync(session, verdict, statement.Parameters, cancellationToken)
            );
        await session.CleanAsync(cancellationToken);
        return answer with
        {
            IsByLocks = verdict.IsByLocks,
            IsPerExecution = (verdict.IsByLocks || IsOfItsId(request)) && !request.KeyTellsTables,
        };
    }

    /// <summary>A name means another table than the one that was meant when the text was read; the server's own are not
    /// listed, and stay.</summary>
    private static bool IsOfOthers(PostgresPlanRequest request, GuardVerdict verdict) =>
        request.Reads is { } reads
        && verdict.Relations.Where(oid => oid >= RelationCandidate.FirstOwnOid).Except(reads).Any();

    private PlanAnswer OfOthers(PostgresPlanRequest request) =>
        IsOfItsId(request)
            ? PlanAnswer.Passing(
                "the text that pg_stat_statements has of its query id names tables that its session has not locked",
                options.PlanLifetime,
                0,
                isToldAtOnce: true
            )
            : PlanAnswer.None("its tables have other names by now");

    private static bool IsOfItsId(PostgresPlanRequest request) => request is { Sought.Batch: null, Reads: not null };

    private async Task<PlanAnswer> PlanAsync(
        ExplainSession session,
        GuardVerdict verdict,
        int parameters,
        CancellationToken cancellationToken
    )
    {
        await session.SetUpAsync(verdict, cancellationToken);
        if (parameters == 0)
        {
            var plan = await ReadAsync(session, Explain + verdict.Text, cancellationToken);
            await CheckLocksAsync(session, verdict, cancellationToken);
            return Known(await JudgeAsync(session, verdict, plan, cancellationToken));
        }

        var (text, pages) = PageParameters.Replace(verdict.Text);
        await ParameterTypes.PrepareAsync(session, Prepared, text, parameters, pages, cancellationToken);
        var guessed = await ReadAsync(session, Execution(Prepared, parameters), cancellationToken);
        // All that is planned comes before what is judged, which looks up names in another way.
        var narrow = RangeParameters.Narrow(text) is { } narrowed
            ? await AgainAsync(session, Narrowed, _ => narrowed, cancellationToken)
            : null;
        var pruned = PrunedPartitions.Count(guessed);
        if (pruned > 0)
            guessed = await AgainAsync(
                session,
                Unpruned,
                types => PrunedPartitions.Keep(text, types),
                cancellationToken
            );
        await CheckLocksAsync(session, verdict, cancellationToken);
        var facts = await JudgeAsync(session, verdict, guessed, cancellationToken);
        if (
            narrow is not null
            && await JudgeAsync(session, verdict, narrow, cancellationToken) is { Profile.Shape: PlanShape.Oltp } small
        )
            return Chosen(new PlanChoice(small, facts));
        return PrunedPartitions.One(facts, pruned) is { } one
            ? Chosen(new PlanChoice(one, facts) { DependsOn = PrunedPartitions.Choice })
            : Known(facts);
    }

    private static async Task CheckLocksAsync(
        ExplainSession session,
        GuardVerdict verdict,
        CancellationToken cancellationToken
    )
    {
        if (await session.Guard.Locks.BeyondAsync(verdict.Relations, cancellationToken) is { } beyond)
            throw new BeyondVerdictException(beyond);
    }

    private static async Task<long?> ReadQueryIdAsync(
        ExplainSession session,
        GuardVerdict verdict,
        CancellationToken cancellationToken
    )
    {
        await session.SetUpAsync(verdict, cancellationToken);
        var plan = await ReadAsync(session, Identify + verdict.Text, cancellationToken);
        await CheckLocksAsync(session, verdict, cancellationToken);
        return QueryIdentifier.Read(plan);
    }

    private static async Task<string> AgainAsync(
        ExplainSession session,
        string name,
        Func<string[], string> text,
        CancellationToken cancellationToken
    )
    {
        var types = await ParameterTypes.ReadAsync(session, Prepared, cancellationToken);
        await session.RunAsync([$"PREPARE {name}({string.Join(", ", types)}) AS {text(types)}"], cancellationToken);
        session.Prepared.Add(name);
        return await ReadAsync(session, Execution(name, types.Length), cancellationToken);
    }

    /// <summary>The server's guess decides only where nothing depends on it: what would be a short statement with other
    /// values is told by its history.</summary>
    private PlanAnswer Chosen(PlanChoice choice) => new() { Choice = choice, Lifetime = options.PlanLifetime };

    private async Task<PlanFacts> JudgeAsync(
        ExplainSession session,
        GuardVerdict verdict,
        string json,
        CancellationToken cancellationToken
    )
    {
        var facts = PlanFactsMaker.Read(json, options.PlanReader, Source);
        return
            facts.Profile is { } profile
            && await session.Figures.FindAsync(
                profile.Tables,
                verdict.Relations,
                LookupNames.Of(json),
                cancellationToken
            )
                is { } figures
            ? PlanFactsMaker.Read(json, options.PlanReader with { Relations = figures }, Source)
            : facts;
    }

    private PlanAnswer Known(PlanFacts facts) =>
        new()
        {
            Facts = facts,
            Lifetime = options.PlanLifetime,
            HidesStatements = facts.Profile is { Shape: PlanShape.Unknown, Tables.IsDefaultOrEmpty: true },
        };

    // GENERIC_PLAN of newer servers goes over the simple protocol alone; this works on all of them.
    private static string Execution(string name, int parameters) =>
        $"{Explain}EXECUTE {name}({string.Join(", ", Enumerable.Repeat("NULL", parameters))})";

    /// <summary>A plan as the server writes it; a constant in it can be as long as a gigabyte, so no
    /// more than a bound is read.</summary>
    /// <exception cref="InvalidDataException">It is longer: the connection is not used again.</exception>
    private static async Task<string> ReadAsync(ExplainSession session, string sql, CancellationToken cancellationToken)
    {
        await using var batch = new NpgsqlBatch(session.Connection) { BatchCommands = { new NpgsqlBatchCommand(sql) } };
        var reader = await batch.ExecuteReaderAsync(CommandBehavior.SequentialAccess, cancellationToken);
        var isTooLong = false;
        try
        {
            var plan = await reader.ReadAsync(cancellationToken)
                ? await ReadTextAsync(reader.GetTextReader(0), cancellationToken)
                : "";
            isTooLong = plan is null;
            return plan
                ?? throw new InvalidDataException(
                    $"its plan is longer than {LongestPlan / 1_000_000} million characters"
                );
        }
        finally
        {
            // Ending the reader would read all the rest: the connection is ended instead.
            if (!isTooLong)
                await reader.DisposeAsync();
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
            if (plan.Length > LongestPlan)
                return null;
        }

        return plan.ToString();
    }
}
