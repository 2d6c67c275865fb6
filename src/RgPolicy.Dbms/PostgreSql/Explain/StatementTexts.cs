using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>
/// Whole texts of statements, with parameters in place of constants, as pg_stat_statements shows them
/// once an execution has ended. Only those that the login itself has run count: a query id of another's may be of a
/// table of the same name. The server reads its whole file of texts for one.
/// </summary>
internal sealed class StatementTexts(string database, string schema)
{
    /// <summary>The database in which the extension is installed.</summary>
    public string Database => database;

    /// <summary>Null where the extension is not installed in the connected database.</summary>
    public static StatementTexts? For(PostgresConnectionOptions connection, ServerTraits traits) =>
        traits.StatementsSchema is { } schema ? new StatementTexts(connection.Database, schema) : null;

    /// <summary>The text; null when the extension has none, or none that may be read.</summary>
    public async Task<string?> FindAsync(ExplainSession session, SoughtText sought, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(Sql, session.Connection);
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = sought.QueryId });
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = sought.Database });
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = sought.Login });
        return await command.ExecuteScalarAsync(cancellationToken) as string;
    }

    // What may not be read is shown as a remark in angle brackets.
    private string Sql =>
        $"""
            SELECT query
              FROM {PostgresSetup.Quote(schema)}.pg_stat_statements(true)
             WHERE queryid = $1 AND dbid = $2 AND userid = $3 AND query NOT LIKE '<%' LIMIT 1
            """;
}
