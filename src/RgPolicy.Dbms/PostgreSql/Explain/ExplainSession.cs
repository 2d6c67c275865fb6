using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>A connection that explains the statements of one database.</summary>
internal sealed class ExplainSession(PostgresSession session, string database) : IAsyncDisposable
{
    private readonly Dictionary<uint, string> _searchPaths = [];

    /// <summary>The database.</summary>
    public string Database => database;

    /// <summary>The connection.</summary>
    public NpgsqlConnection Connection => session.Connection;

    /// <summary>How many statements it has explained.</summary>
    public int Uses { get; set; }

    /// <summary>Where a login's sessions look up names in this database, unless they set their own search_path.</summary>
    /// <param name="login">The login's oid; 0 for RgPolicy's own role.</param>
    /// <param name="cancellationToken">Ends the question.</param>
    public async Task<string> SearchPathAsync(uint login, CancellationToken cancellationToken)
    {
        if (_searchPaths.TryGetValue(login, out var known)) return known;
        await using var command = new NpgsqlCommand(SearchPathSql, Connection);
        command.Parameters.Add(new NpgsqlParameter<uint> { NpgsqlDbType = NpgsqlDbType.Oid, TypedValue = login });
        return _searchPaths[login] = (string?)await command.ExecuteScalarAsync(cancellationToken) ?? "public";
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => session.DisposeAsync();

    // The server's own default counts where nothing is set for the login or the database.
    private const string SearchPathSql = """
        SELECT replace(replace(coalesce(
                   (SELECT substr(setting, length('search_path=') + 1)
                      FROM pg_db_role_setting, unnest(setconfig) setting
                     WHERE starts_with(setting, 'search_path=') AND setrole IN (0, r.oid)
                       AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
                     ORDER BY setrole <> 0 AND setdatabase <> 0 DESC, setrole <> 0 DESC, setdatabase <> 0 DESC
                     LIMIT 1),
                   '"$user", public'), '"$user"', quote_ident(r.rolname)), '$user', quote_ident(r.rolname))
          FROM pg_roles r
         WHERE r.oid = $1 OR ($1 = 0 AND r.rolname = current_user)
        """;
}
