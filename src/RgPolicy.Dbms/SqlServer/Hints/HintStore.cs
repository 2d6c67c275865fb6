using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Doctor;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>Reads and writes hints in the Query Stores of a server, or at the primary replica for a
/// secondary.</summary>
internal sealed class HintStore(OwnLink link)
{
    private const string Stored =
        "SELECT h.query_hint_text, h.last_query_hint_failure_reason, h.last_query_hint_failure_reason_desc FROM "
        + "sys.query_store_query_hints AS h WHERE h.query_id = @query";

    private readonly HintPlaces _places = new(link);

    /// <summary>Where hints of a database are written now, and for whom.</summary>
    /// <exception cref="ConfigureException">A server cannot be reached, or does not say.</exception>
    public Task<HintPlace> PlaceAsync(string database, CancellationToken cancellationToken) =>
        _places.FindAsync(database, cancellationToken);

    /// <summary>Looks again at the next occasion which server writes: replicas change their roles.</summary>
    public void Forget() => _places.Forget();

    public async Task<List<HintCandidate>> FindAsync(
        string database,
        string queryHash,
        CancellationToken cancellationToken
    )
    {
        var place = await PlaceAsync(database, cancellationToken);
        return await QueryAsync(
            place,
            database,
            SqlCall.Of(Candidates(place.Only(place.ReplicaGroup)), SqlArgument.Text("@hash", queryHash)),
            row => new HintCandidate(
                row.GetInt64(0),
                row.Int(1),
                Convert.ToInt64(row.GetValue(2), CultureInfo.InvariantCulture),
                row.TextOrNull(3)
            ),
            cancellationToken
        );
    }

    public async Task<QueryStoreState> StateAsync(string database, CancellationToken cancellationToken)
    {
        var place = await PlaceAsync(database, cancellationToken);
        return await QueryStores.ReadAsync(await place.Link.OpenAsync(cancellationToken), database, cancellationToken);
    }

    /// <summary>The hint that a query has for a group of replicas, and why it failed last; null where it has
    /// none.</summary>
    public async Task<(string Text, string? Failure)?> ReadAsync(
        string database,
        long queryId,
        long? replicaGroup,
        CancellationToken cancellationToken
    )
    {
        var place = await PlaceAsync(database, cancellationToken);
        var rows = await QueryAsync(
            place,
            database,
            SqlCall.Of(Stored + place.Only(replicaGroup), SqlArgument.Number("@query", queryId)),
            row => (Text: row.TextOrNull(0) ?? "", Failure: row.Int(1) == 0 ? null : row.TextOrNull(2) ?? "it failed"),
            cancellationToken
        );
        return rows.Count > 0 ? rows[0] : null;
    }

    public static string SetStatement(long queryId, string hint, long? replicaGroup) =>
        FormattableString.Invariant(
            $"EXEC sys.sp_query_store_set_hints @query_id = {queryId}, @query_hints = {SqlQuote.Text(hint)}{Of(replicaGroup)};"
        );

    public Task SetAsync(
        string database,
        long queryId,
        string hint,
        long? replicaGroup,
        CancellationToken cancellationToken
    ) => ExecuteAsync(database, SetStatement(queryId, hint, replicaGroup), cancellationToken);

    public Task ClearAsync(string database, long queryId, long? replicaGroup, CancellationToken cancellationToken) =>
        ExecuteAsync(
            database,
            FormattableString.Invariant(
                $"EXEC sys.sp_query_store_clear_hints @query_id = {queryId}{Of(replicaGroup)};"
            ),
            cancellationToken
        );

    public async Task CloseAsync()
    {
        await _places.CloseAsync();
        await link.CloseAsync();
    }

    private static string Candidates(string ofGroup) =>
        $"""
            SELECT q.query_id, q.query_parameterization_type, ISNULL(SUM(s.count_executions), 0), MAX(h.query_hint_text)
              FROM sys.query_store_query AS q
              LEFT JOIN sys.query_store_plan AS p ON p.query_id = q.query_id
              LEFT JOIN sys.query_store_runtime_stats AS s ON s.plan_id = p.plan_id
              LEFT JOIN sys.query_store_query_hints AS h ON h.query_id = q.query_id{ofGroup}
             WHERE q.query_hash = CONVERT(binary(8), @hash, 1)
             GROUP BY q.query_id, q.query_parameterization_type
            """;

    private static string Of(long? replicaGroup) =>
        replicaGroup is { } group ? FormattableString.Invariant($", @replica_group_id = {group}") : "";

    private static async Task<List<TRow>> QueryAsync<TRow>(
        HintPlace place,
        string database,
        string sql,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    )
    {
        var session = await EnterAsync(place, database, cancellationToken);
        return await session.QueryAsync(sql, read, cancellationToken);
    }

    private async Task ExecuteAsync(string database, string sql, CancellationToken cancellationToken)
    {
        var place = await PlaceAsync(database, cancellationToken);
        try
        {
            var session = await EnterAsync(place, database, cancellationToken);
            await session.ExecuteAsync(sql, cancellationToken);
        }
        catch (ConfigureException)
        {
            // The server that was the primary may be none any more.
            _places.Forget();
            throw;
        }
    }

    private static async Task<SqlServerLink> EnterAsync(
        HintPlace place,
        string database,
        CancellationToken cancellationToken
    )
    {
        var session = await place.Link.OpenAsync(cancellationToken);
        await session.ExecuteAsync($"USE {SqlQuote.Name(database)};", cancellationToken);
        return session;
    }
}

/// <summary>A query of a Query Store that a hint is wanted for.</summary>
/// <remarks><c>Parameterization</c>: 0 none, 1 by the user, 2 simple, 3 forced. <c>Hint</c>: the hint that it has, or
/// null.</remarks>
internal sealed record HintCandidate(long QueryId, int Parameterization, long Executions, string? Hint)
{
    private const int Simple = 2;

    /// <summary>Why it gets none, or null.</summary>
    public string? Refusal =>
        this switch
        {
            { Hint: { } theirs } => $"it has a hint that is not RgPolicy's: {theirs}",
            { Parameterization: Simple } => "the server has made its literals parameters, and then takes no hint",
            { Executions: < 2 } => "it was executed once only",
            _ => null,
        };
}
