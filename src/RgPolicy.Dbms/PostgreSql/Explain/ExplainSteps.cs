using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What surrounds the planning of a text, prepared once per connection: from the guard's last word to the
/// plan, and the end of the transaction.</summary>
internal sealed class ExplainSteps : IAsyncDisposable
{
    public static readonly string[] Begin =
    [
        // Under a snapshot that is older than its locks the guard would not see what it has to.
        "BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY",
        // By the clock, not by work: on a full host planning takes many times as long as alone.
        "SET LOCAL statement_timeout = 1000",
        "SET LOCAL lock_timeout = 50",
    ];

    // From here on names and plans are as the guard and the server have them.
    private static readonly string[] ServersPlanning =
    [
        "SET LOCAL enable_hashjoin TO DEFAULT",
        "SET LOCAL enable_mergejoin TO DEFAULT",
        "SET LOCAL enable_seqscan TO DEFAULT",
        "SET LOCAL max_parallel_workers_per_gather TO DEFAULT",
        "SET LOCAL work_mem TO DEFAULT",
        "SET LOCAL hash_mem_multiplier TO DEFAULT",
    ];

    // What planning must not use is left out in the same message: views where the text names none, checks of tables
    // that have partitions.
    private const string Names = """
        SELECT set_config('search_path', $1, true),
               CASE WHEN $2 THEN set_config('restrict_nonsystem_relation_kind', 'view, foreign-table', true) END,
               CASE WHEN $3 THEN set_config('constraint_exclusion', 'off', true) END
        """;

    private static readonly string[] Ending = ["ROLLBACK", "SELECT pg_advisory_unlock_all()"];

    private readonly PostgresQuery _planning;
    private readonly PostgresQuery _end;

    private ExplainSteps(NpgsqlConnection connection)
    {
        _planning = new PostgresQuery(
            connection,
            [.. ServersPlanning.Select(sql => (sql, Array.Empty<object>())), (Names, ["", false, false])]
        );
        _end = new PostgresQuery(connection, Ending.Select(sql => (sql, Array.Empty<object>())));
    }

    /// <summary>Prepares them, while names mean the server's own and nothing else.</summary>
    public static async Task<ExplainSteps> PrepareAsync(
        NpgsqlConnection connection,
        CancellationToken cancellationToken
    )
    {
        var steps = new ExplainSteps(connection);
        await steps._planning.PrepareAsync(cancellationToken);
        await steps._end.PrepareAsync(cancellationToken);
        return steps;
    }

    /// <summary>Until the end of the transaction, what is planned is planned as by the server, and looks its names up
    /// where the guard says.</summary>
    /// <remarks><c>leavesOutViews</c>: views must not be used; only for servers that can be told.
    /// <c>leavesOutChecks</c>: check constraints must not be used.</remarks>
    public Task SetUpAsync(
        string searchPath,
        bool leavesOutViews,
        bool leavesOutChecks,
        CancellationToken cancellationToken
    ) => _planning.RunAsync([searchPath, leavesOutViews, leavesOutChecks], cancellationToken);

    public Task EndAsync(CancellationToken cancellationToken) => _end.RunAsync([], cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _planning.DisposeAsync();
        await _end.DisposeAsync();
    }
}
