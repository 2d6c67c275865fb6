using Npgsql;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

internal sealed class PostgresTrialSession(NpgsqlConnection connection, TimeSpan limit)
    : TrialSession(connection, limit)
{
    private const string QueryId = "Query Identifier:";

    private static readonly string[] Explained = WordList.Of(
        "select with values table ( execute declare insert update delete merge"
    );

    public override int ProcessId { get; } = connection.ProcessID;

    public override async Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        // A script that failed or was stopped after its BEGIN.
        await ExecuteAsync("ROLLBACK", cancellationToken);
        // The leader works too.
        await ExecuteAsync(
            settings.MaxDop is { } dop
                ? FormattableString.Invariant($"SET max_parallel_workers_per_gather = {dop - 1}")
                : "RESET max_parallel_workers_per_gather",
            cancellationToken
        );
        await ExecuteAsync(
            settings.GrantBytes is { } bytes
                ? FormattableString.Invariant($"SET work_mem = '{bytes / 1024}kB'")
                : "RESET work_mem",
            cancellationToken
        );
    }

    public override async Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement statement,
        CancellationToken cancellationToken
    )
    {
        var byText = StatementForm.Fingerprint(statement.Text, SqlDialect.PostgreSql);
        return await QueryIdAsync(statement.Text, cancellationToken) is { } id ? [id, byText] : [byText];
    }

    /// <summary>The plan of a statement as it stands, without those before it.</summary>
    internal Task<string> PlanOfAsync(TrialStatement statement, CancellationToken cancellationToken) =>
        TryAsync(statement.Name, () => PlanAsync(statement.Text, "", cancellationToken), cancellationToken);

    internal static bool HasPlan(string text) =>
        SqlLexer.Tokens(text) is [var first, ..]
        && Array.Exists(Explained, word => first.In(text).Equals(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>The numbers that a statement of this program gives.</summary>
    /// <exception cref="TrialException">The server is gone, or refuses.</exception>
    internal Task<ImmutableArray<int>> NumbersAsync(string sql, CancellationToken cancellationToken) =>
        TryAsync(
            sql,
            async () =>
            {
                var numbers = ImmutableArray.CreateBuilder<int>();
                await ReadAsync(sql, row => numbers.Add(row.GetInt32(0)), cancellationToken);
                return numbers.ToImmutable();
            },
            cancellationToken
        );

    protected override Task<string> PlanAsync(string text, CancellationToken cancellationToken) =>
        PlanAsync(text, PostgresErrorCodes.SyntaxError, cancellationToken);

    protected override bool IsExpected(Exception failure) => PostgresError.IsExpected(failure);

    protected override bool IsWrite(Exception failure) =>
        failure is PostgresException { SqlState: PostgresErrorCodes.ReadOnlySqlTransaction };

    protected override bool IsLate(Exception failure) =>
        failure is NpgsqlException { InnerException: TimeoutException };

    protected override string Reason(Exception failure) => PostgresError.Reason(failure);

    // Without costs and rows, which change with every ANALYZE. What is excused is the class of errors, or the one, that
    // mean that a text cannot be explained.
    private async Task<string> PlanAsync(string text, string excused, CancellationToken cancellationToken)
    {
        // A failed EXPLAIN would end the transaction that BEGIN has begun.
        if (!HasPlan(text))
            return NoPlan;
        var plan = new StringBuilder();
        try
        {
            await ReadAsync(
                "EXPLAIN (COSTS OFF) " + text,
                row => plan.Append(row.GetString(0)).Append('\n'),
                cancellationToken
            );
            return TextHash.Of(plan.ToString(), 12);
        }
        catch (PostgresException e) when (e.SqlState.StartsWith(excused, StringComparison.Ordinal))
        {
            return NoPlan;
        }
    }

    /// <summary>The id that the server shows with a plan; null where it computes none (compute_query_id), and before
    /// PostgreSQL 14.</summary>
    private async Task<string?> QueryIdAsync(string text, CancellationToken cancellationToken)
    {
        string? id = null;
        try
        {
            await ReadAsync(
                "EXPLAIN (VERBOSE, COSTS OFF) " + text,
                row =>
                    id =
                        row.GetString(0) is var line && line.StartsWith(QueryId, StringComparison.Ordinal)
                            ? line[QueryId.Length..].Trim()
                            : id,
                cancellationToken
            );
            return id;
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }
}
