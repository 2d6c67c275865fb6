using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Cli.Connections;

/// <summary>Reads <c>--server URI</c>. The password comes from <c>--password-file</c> (<c>-</c> asks on the terminal),
/// else from RGPOLICY_PASSWORD, RGPOLICY_PASSWORD_FILE or, for PostgreSQL, pgpass; it is never shown.</summary>
internal static class ConnectionReader
{
    /// <summary>The last line for a connection that cannot be used.</summary>
    public const string Next =
        "Write --server postgres://user@host:5432/database, --server sqlserver://login@host:1433 or "
        + "--server mysql://login@host:3306.";

    private const string AskForIt = "-";

    /// <summary>True where a connection names a SQL Server.</summary>
    public static bool IsSqlServer(string uri) =>
        uri.StartsWith(SqlServerConnection.Scheme, StringComparison.OrdinalIgnoreCase);

    /// <summary>Reads a connection to a PostgreSQL server.</summary>
    public static ConnectionResult<PostgresConnectionOptions> ReadPostgres(
        CliContext context,
        string uri,
        string? passwordFile
    ) => WithPassword(context, PostgresConnection.Parse(uri, context.EnvironmentVariable), passwordFile);

    public static ConnectionResult<SqlServerConnectionOptions> ReadSqlServer(
        CliContext context,
        string uri,
        string? passwordFile
    ) => WithPassword(context, SqlServerConnection.Parse(uri, context.EnvironmentVariable), passwordFile);

    /// <summary>Reads a connection to a MySQL or MariaDB.</summary>
    public static ConnectionResult<MySqlConnectionOptions> ReadMySql(
        CliContext context,
        string uri,
        string? passwordFile
    ) => WithPassword(context, MySqlServerConnection.Parse(uri, context.EnvironmentVariable), passwordFile);

    /// <summary>Reads a connection to a MySQL or MariaDB, which may name a database.</summary>
    public static ConnectionResult<MySqlConnectionOptions> ReadMySqlDatabase(
        CliContext context,
        string uri,
        string? passwordFile
    ) => WithPassword(context, MySqlServerConnection.Parse(uri, context.EnvironmentVariable, true), passwordFile);

    private static ConnectionResult<TOptions> WithPassword<TOptions>(
        CliContext context,
        ConnectionResult<TOptions> parsed,
        string? passwordFile
    )
        where TOptions : class, IConnectionOptions<TOptions>
    {
        if (parsed.Options is not { } options || passwordFile is null)
            return parsed;

        return passwordFile == AskForIt
            ? Ask(context, options)
            : PasswordFile.Read(options, context.Resolve(passwordFile));
    }

    private static ConnectionResult<TOptions> Ask<TOptions>(CliContext context, TOptions options)
        where TOptions : class, IConnectionOptions<TOptions>
    {
        if (context.AskSecret is not { } ask)
        {
            return new ConnectionResult<TOptions>(
                null,
                "there is no terminal to ask for the password: name a file, or set RGPOLICY_PASSWORD"
            );
        }

        return ask($"Password for {options.User} at {options.Target}: ") is { Length: > 0 } password
            ? new ConnectionResult<TOptions>(options.WithPassword(password), null)
            : new ConnectionResult<TOptions>(null, "no password was given");
    }
}
