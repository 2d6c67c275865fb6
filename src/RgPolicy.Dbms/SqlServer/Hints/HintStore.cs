using System.Data.Common;
using System.Globalization;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Doctor;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>Reads and writes hints in the Query Stores of a server.</summary>
internal sealed class HintStore(OwnLink link)
{
    private const string Candidates = """
        SELECT q.query_id, q.query_parameterization_type, ISNULL(SUM(s.count_executions), 0), MAX(h.query_hint_text)
          FROM sys.query_store_query AS q
          LEFT JOIN sys.query_store_plan AS p ON p.query_id = q.query_id
          LEFT JOIN sys.query_store_runtime_stats AS s ON s.plan_id = p.plan_id
          LEFT JOIN sys.query_store_query_hints AS h ON h.query_id = q.query_id
         WHERE q.query_hash = CONVERT(binary(8), @hash, 1)
         GROUP BY q.query_id, q.query_parameterization_type
        """;

    private const string Stored =
        "SELECT query_hint_text, last_query_hint_failure_reason, last_query_hint_failure_reason_desc FROM "
        + "sys.query_store_query_hints WHERE query_id = @query";

    /// <summary>The queries of a statement.</summary>
    public Task<List<HintCandidate>> FindAsync(
        string database,
        string queryHash,
        CancellationToken cancellationToken
    ) =>
        QueryAsync(
            database,
            SqlCall.Of(Candidates, SqlArgument.Text("@hash", queryHash)),
            row => new HintCandidate(
                row.GetInt64(0),
                row.Int(1),
                Convert.ToInt64(row.GetValue(2), CultureInfo.InvariantCulture),
                Text(row, 3)
            ),
            cancellationToken
        );

    /// <summary>How the Query Store is.</summary>
    public async Task<QueryStoreState> StateAsync(string database, CancellationToken cancellationToken) =>
        await QueryStores.ReadAsync(await link.OpenAsync(cancellationToken), database, cancellationToken);

    /// <summary>The hint that a query has, and why it failed last; null where it has none.</summary>
    public async Task<(string Text, string? Failure)?> ReadAsync(
        string database,
        long queryId,
        CancellationToken cancellationToken
    )
    {
        var rows = await QueryAsync(
            database,
            SqlCall.Of(Stored, SqlArgument.Number("@query", queryId)),
            row => (Text: Text(row, 0) ?? "", Failure: row.Int(1) == 0 ? null : Text(row, 2) ?? "it failed"),
            cancellationToken
        );
        return rows.Count > 0 ? rows[0] : null;
    }

    /// <summary>The statement that sets one, in its database.</summary>
    public static string SetStatement(long queryId, string hint) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"EXEC sys.sp_query_store_set_hints @query_id = {queryId}, @query_hints = {SqlQuote.Text(hint)};"
        );

    /// <summary>Sets one.</summary>
    public Task SetAsync(string database, long queryId, string hint, CancellationToken cancellationToken) =>
        ExecuteAsync(database, SetStatement(queryId, hint), cancellationToken);

    /// <summary>Clears one.</summary>
    public Task ClearAsync(string database, long queryId, CancellationToken cancellationToken) =>
        ExecuteAsync(
            database,
            string.Create(CultureInfo.InvariantCulture, $"EXEC sys.sp_query_store_clear_hints @query_id = {queryId};"),
            cancellationToken
        );

    /// <summary>Ends the session after a failure that it may not have survived.</summary>
    public Task CloseAsync() => link.CloseAsync();

    private async Task<List<TRow>> QueryAsync<TRow>(
        string database,
        string sql,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    )
    {
        var session = await EnterAsync(database, cancellationToken);
        return await session.QueryAsync(sql, read, cancellationToken);
    }

    private async Task ExecuteAsync(string database, string sql, CancellationToken cancellationToken)
    {
        var session = await EnterAsync(database, cancellationToken);
        await session.ExecuteAsync(sql, cancellationToken);
    }

    private async Task<SqlServerLink> EnterAsync(string database, CancellationToken cancellationToken)
    {
        var session = await link.OpenAsync(cancellationToken);
        await session.ExecuteAsync($"USE {SqlQuote.Name(database)};", cancellationToken);
        return session;
    }

    private static string? Text(DbDataReader row, int column) => row.IsDBNull(column) ? null : row.GetString(column);
}
