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

    private static bool IsSqlServer(string uri) =>
        uri.StartsWith(SqlServerConnection.Scheme, StringComparison.OrdinalIgnoreCase);

    /// <summary>What is done with a server of the kind that a connection names, by its options.</summary>
    public static T Match<T>(
        CliContext context,
        string uri,
        string? passwordFile,
        Func<PostgresConnectionOptions, T> postgres,
        Func<MySqlConnectionOptions, T> mySql,
        Func<SqlServerConnectionOptions, T> sqlServer,
        Func<string, T> refused,
        bool mayNameDatabase = false
    )
    {
        var variable = context.EnvironmentVariable;
        return IsSqlServer(uri) ? Do(SqlServerConnection.Parse(uri, variable), sqlServer)
            : MySqlServerConnection.IsOne(uri) ? Do(MySqlServerConnection.Parse(uri, variable, mayNameDatabase), mySql)
            : Do(PostgresConnection.Parse(uri, variable), postgres);

        T Do<TOptions>(ConnectionResult<TOptions> parsed, Func<TOptions, T> work)
            where TOptions : class, IConnectionOptions<TOptions>
        {
            var read = WithPassword(context, parsed, passwordFile);
            return read.Options is { } options ? work(options) : refused(read.Problem ?? "");
        }
    }

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
