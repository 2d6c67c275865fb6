using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.PostgreSql;

namespace RgPolicy.Cli.Connections;

/// <summary>
/// Reads <c>--connect URI</c>. The password comes from <c>--password-file</c> (<c>-</c> asks on the terminal), else from
/// RGPOLICY_PASSWORD, RGPOLICY_PASSWORD_FILE or pgpass; it is never shown.
/// </summary>
internal static class ConnectionReader
{
    /// <summary>The last line for a connection that cannot be used.</summary>
    public const string Next = "Write --connect postgres://user@host:5432/database or --connect sqlserver://login@host:1433.";

    private const string AskForIt = "-";

    /// <summary>Reads it.</summary>
    public static PostgresConnectionResult Read(CliContext context, string uri, string? passwordFile)
    {
        var parsed = PostgresConnection.Parse(uri, context.EnvironmentVariable);
        if (parsed.Options is not { } options || passwordFile is null)
        {
            return parsed;
        }

        return passwordFile == AskForIt
            ? Ask(context, options)
            : PostgresConnection.WithPasswordFile(options, context.Resolve(passwordFile));
    }

    private static PostgresConnectionResult Ask(CliContext context, PostgresConnectionOptions options)
    {
        if (context.AskSecret is not { } ask)
        {
            return new PostgresConnectionResult(null, "there is no terminal to ask for the password: name a file, or set RGPOLICY_PASSWORD");
        }

        return ask($"Password for {options.User} at {options.Target}: ") is { Length: > 0 } password
            ? new PostgresConnectionResult(options.WithPassword(password), null)
            : new PostgresConnectionResult(null, "no password was given");
    }
}
