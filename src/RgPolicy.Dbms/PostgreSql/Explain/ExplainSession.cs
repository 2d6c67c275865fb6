using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>A connection that explains the statements of one database.</summary>
internal sealed class ExplainSession(PostgresSession session, string database) : IAsyncDisposable
{
    private string? _defaultSearchPath;

    /// <summary>The database.</summary>
    public string Database => database;

    /// <summary>The connection.</summary>
    public NpgsqlConnection Connection => session.Connection;

    /// <summary>How many statements it has explained.</summary>
    public int Uses { get; set; }

    /// <summary>
    /// Where RgPolicy's role would look up names in this database, had the connection not set its own search_path.
    /// </summary>
    public async Task<string> DefaultSearchPathAsync(CancellationToken cancellationToken)
    {
        if (_defaultSearchPath is not null) return _defaultSearchPath;
        await using var command = new NpgsqlCommand(DefaultSearchPath, Connection);
        return _defaultSearchPath = (string?)await command.ExecuteScalarAsync(cancellationToken) ?? "\"$user\", public";
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => session.DisposeAsync();

    private const string DefaultSearchPath = """
        SELECT substr(setting, length('search_path=') + 1)
          FROM pg_db_role_setting, unnest(setconfig) setting
         WHERE starts_with(setting, 'search_path=')
           AND setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
           AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
         ORDER BY setrole <> 0 AND setdatabase <> 0 DESC, setrole <> 0 DESC, setdatabase <> 0 DESC
         LIMIT 1
        """;
}
