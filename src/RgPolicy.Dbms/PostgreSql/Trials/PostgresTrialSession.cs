using System.Collections.Immutable;
using System.Diagnostics;
using System.Text;
using Npgsql;
using RgPolicy.Dbms.Texts;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

/// <summary>One client's session.</summary>
/// <param name="connection">Its connection, which is open.</param>
/// <param name="limit">How long one statement may take.</param>
internal sealed class PostgresTrialSession(NpgsqlConnection connection, TimeSpan limit)
    : ITrialSession,
        IAsyncDisposable
{
    private const string QueryId = "Query Identifier:";
    private const string NoPlan = "none";

    private static readonly string[] Explained =
    [
        .. (string[])
            ["select", "with", "values", "table", "(", "execute", "declare", "insert", "update", "delete", "merge"],
    ];

    public int ProcessId => connection.ProcessID;

    public async Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
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

    public async Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        try
        {
            var plan = await PlanAsync(statement.Text, PostgresErrorCodes.SyntaxError, cancellationToken);
            await using var command = new NpgsqlCommand(statement.Text, connection)
            {
                CommandTimeout = (int)limit.TotalSeconds,
            };
            var begun = Stopwatch.GetTimestamp();
            await using (var reader = await command.ExecuteReaderAsync(cancellationToken))
            {
                do
                {
                    while (await reader.ReadAsync(cancellationToken)) { }
                } while (await reader.NextResultAsync(cancellationToken));
            }

            return new TrialExecution(Stopwatch.GetElapsedTime(begun), plan);
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(statement.Name, e);
        }
    }

    public async Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement statement,
        CancellationToken cancellationToken
    )
    {
        var byText = StatementForm.Fingerprint(statement.Text, SqlDialect.PostgreSql);
        return await QueryIdAsync(statement.Text, cancellationToken) is { } id ? [id, byText] : [byText];
    }

    public ValueTask DisposeAsync() => connection.DisposeAsync();

    /// <summary>The plan of a statement as it stands, without those before it.</summary>
    /// <exception cref="TrialException">The server is gone.</exception>
    internal async Task<string> PlanOfAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        try
        {
            return await PlanAsync(statement.Text, "", cancellationToken);
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(statement.Name, e);
        }
    }

    /// <summary>Whether a statement reads or writes rows, and so can be explained.</summary>
    internal static bool HasPlan(string text) =>
        SqlLexer.Tokens(text) is [var first, ..]
        && Array.Exists(Explained, word => first.In(text).Equals(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>A hash of the plan without costs and rows, which change with every ANALYZE; what cannot be explained
    /// has none.</summary>
    /// <param name="text">The statement.</param>
    /// <param name="excused">The class of errors, or the one, that mean that it cannot be explained.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    private async Task<string> PlanAsync(string text, string excused, CancellationToken cancellationToken)
    {
        // A failed EXPLAIN would end the transaction that BEGIN has begun.
        if (!HasPlan(text))
            return NoPlan;
        await using var command = new NpgsqlCommand("EXPLAIN (COSTS OFF) " + text, connection);
        var plan = new StringBuilder();
        try
        {
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            while (await reader.ReadAsync(cancellationToken))
                plan.Append(reader.GetString(0)).Append('\n');
        }
        catch (PostgresException e) when (e.SqlState.StartsWith(excused, StringComparison.Ordinal))
        {
            return NoPlan;
        }

        return TextHash.Of(plan.ToString(), 12);
    }

    /// <summary>The numbers that a statement of this program gives.</summary>
    /// <exception cref="TrialException">The server is gone, or refuses.</exception>
    internal async Task<ImmutableArray<int>> NumbersAsync(string sql, CancellationToken cancellationToken)
    {
        try
        {
            await using var command = new NpgsqlCommand(sql, connection);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            var numbers = ImmutableArray.CreateBuilder<int>();
            while (await reader.ReadAsync(cancellationToken))
                numbers.Add(reader.GetInt32(0));
            return numbers.ToImmutable();
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(sql, e);
        }
    }

    /// <summary>The id that the server shows with a plan; null where it computes none (compute_query_id), and before
    /// PostgreSQL 14.</summary>
    private async Task<string?> QueryIdAsync(string text, CancellationToken cancellationToken)
    {
        try
        {
            await using var command = new NpgsqlCommand("EXPLAIN (VERBOSE, COSTS OFF) " + text, connection);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            string? id = null;
            while (await reader.ReadAsync(cancellationToken))
            {
                if (reader.GetString(0) is var line && line.StartsWith(QueryId, StringComparison.Ordinal))
                    id = line[QueryId.Length..].Trim();
            }

            return id;
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }

    private async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        try
        {
            await using var command = new NpgsqlCommand(sql, connection);
            await command.ExecuteNonQueryAsync(cancellationToken);
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(sql, e);
        }
    }

    private TrialException Failed(string what, Exception e)
    {
        var isOver = connection.FullState != System.Data.ConnectionState.Open;
        var reason =
            e is PostgresException { SqlState: PostgresErrorCodes.ReadOnlySqlTransaction } ? TrialReasons.Writes
            : e is NpgsqlException { InnerException: TimeoutException } ? TrialReasons.TookLonger(limit)
            : PostgresError.Reason(e);
        return new TrialException($"`{what}`: {reason}", isOver, e);
    }
}

/// <summary>Why a statement that is tried fails, in sentences for the user.</summary>
internal static class TrialReasons
{
    /// <summary>It is more than reading.</summary>
    public const string Writes = "it writes, and a workload that is tried may only read";

    /// <summary>It was given up.</summary>
    public static string TookLonger(TimeSpan limit) =>
        FormattableString.Invariant($"it took longer than {limit.TotalSeconds:0} s");
}
