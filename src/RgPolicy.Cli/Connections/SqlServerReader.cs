using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Cli.Connections;

/// <summary>
/// Reads a connection to a SQL Server. The password comes from <c>--password-file</c> (<c>-</c> asks on the terminal), else from
/// RGPOLICY_PASSWORD or RGPOLICY_PASSWORD_FILE; it is never shown.
/// </summary>
internal static class SqlServerReader
{
    private const string AskForIt = "-";

    /// <summary>True where a connection names this kind of server.</summary>
    public static bool IsMeant(string uri) => uri.StartsWith(SqlServerConnection.Scheme, StringComparison.OrdinalIgnoreCase);

    /// <summary>Reads it.</summary>
    public static SqlServerConnectionResult Read(CliContext context, string uri, string? passwordFile)
    {
        var parsed = SqlServerConnection.Parse(uri, context.EnvironmentVariable);
        if (parsed.Options is not { } options || passwordFile is null)
        {
            return parsed;
        }

        return passwordFile == AskForIt
            ? Ask(context, options)
            : SqlServerConnection.WithPasswordFile(options, context.Resolve(passwordFile));
    }

    private static SqlServerConnectionResult Ask(CliContext context, SqlServerConnectionOptions options)
    {
        if (context.AskSecret is not { } ask)
        {
            return new SqlServerConnectionResult(null, "there is no terminal to ask for the password: name a file, or set RGPOLICY_PASSWORD");
        }

        return ask($"Password for {options.User} at {options.Target}: ") is { Length: > 0 } password
            ? new SqlServerConnectionResult(options.WithPassword(password), null)
            : new SqlServerConnectionResult(null, "no password was given");
    }
}
