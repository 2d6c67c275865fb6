using System.Globalization;
using RgPolicy.Dbms.Connecting;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>Reads a connection such as <c>sqlserver://login@host:1433</c> or
/// <c>sqlserver://login@host/instance</c>.</summary>
public static class SqlServerConnection
{
    /// <summary>What every such connection begins with.</summary>
    public const string Scheme = "sqlserver://";

    private const string Example = "write sqlserver://login@host:1433 or sqlserver://login@host/instance";

    /// <summary>
    /// Reads a connection. The password comes from <c>RGPOLICY_PASSWORD</c>, else from the file that
    /// <c>RGPOLICY_PASSWORD_FILE</c> names; never from the URL, which other users could see in the process list.
    /// </summary>
    public static ConnectionResult<SqlServerConnectionOptions> Parse(string url, Func<string, string?> environment)
    {
        if (!url.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase))
            return Wrong($"that is not a SQL Server connection: {Example}");

        var (place, query) = Cut(url[Scheme.Length..], '?');
        var (authority, instance) = Cut(place, '/');
        var at = authority.LastIndexOf('@');
        if (at >= 0 && Uri.UnescapeDataString(authority[..at]).Contains(':', StringComparison.Ordinal))
        {
            return Wrong(
                "a password in the connection can be seen by other users: leave it out and set RGPOLICY_PASSWORD or "
                    + "RGPOLICY_PASSWORD_FILE"
            );
        }

        var options = new SqlServerConnectionOptions { User = at < 0 ? "" : Uri.UnescapeDataString(authority[..at]) };
        return WithHost(options, authority[(at + 1)..]) is { } hosted
            ? WithParameters(
                hosted with
                {
                    Instance = instance.Length == 0 ? null : Uri.UnescapeDataString(instance),
                },
                query,
                environment
            )
            : Wrong($"the port is not a number from 1 to 65535: {Example}");
    }

    private static SqlServerConnectionOptions? WithHost(SqlServerConnectionOptions options, string host)
    {
        var colon = host.LastIndexOf(':');
        if (colon > host.LastIndexOf(']'))
        {
            if (
                !int.TryParse(host[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var port)
                || port is < 1 or > 65535
            )
                return null;

            (options, host) = (options with { Port = port }, host[..colon]);
        }

        return host.Length == 0 ? options : options with { Host = Uri.UnescapeDataString(host.Trim('[', ']')) };
    }

    private static ConnectionResult<SqlServerConnectionOptions> WithParameters(
        SqlServerConnectionOptions options,
        string query,
        Func<string, string?> environment
    )
    {
        foreach (var part in query.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            if (WithParameter(options, part) is not { } changed)
                return Wrong(WhyUnknown(part));

            options = changed;
        }

        if (options is { EncryptsStrictly: true, TrustsServerCertificate: true })
        {
            return Wrong(
                "encrypt=strict always checks the server's certificate: leave trust_server_certificate out, and write "
                    + "host_name_in_certificate=NAME where it has another name"
            );
        }

        return environment("RGPOLICY_PASSWORD") is { Length: > 0 } password
                ? new ConnectionResult<SqlServerConnectionOptions>(options.WithPassword(password), null)
            : environment("RGPOLICY_PASSWORD_FILE") is { Length: > 0 } file ? PasswordFile.Read(options, file)
            : new ConnectionResult<SqlServerConnectionOptions>(options, null);
    }

    private static SqlServerConnectionOptions? WithParameter(SqlServerConnectionOptions options, string part)
    {
        var (name, value) = Cut(part, '=');
        return (name, value) switch
        {
            ("encrypt", "true" or "false") => options with { Encrypts = value == "true", EncryptsStrictly = false },
            ("encrypt", "strict") => options with { Encrypts = true, EncryptsStrictly = true },
            ("host_name_in_certificate", { Length: > 0 }) => options with
            {
                HostNameInCertificate = Uri.UnescapeDataString(value),
            },
            ("authentication", "access_token") => options with { HasAccessToken = true },
            ("multi_subnet_failover", "true" or "false") => options with { IsMultiSubnet = value == "true" },
            ("extended_events", "true" or "false") => options with { HasExtendedEvents = value == "true" },
            ("hints_at_primary", "true" or "false") => options with { HasHintsAtPrimary = value == "true" },
            ("application_intent", "read_only" or "read_write") => options with { OnlyReads = value == "read_only" },
            ("trust_server_certificate", "true" or "false") => options with
            {
                TrustsServerCertificate = value == "true",
            },
            (ConnectionText.ExemptLogins, { Length: > 0 }) => options with
            {
                ExemptLogins = [.. options.ExemptLogins, .. Names(value)],
            },
            (ConnectionText.GovernedLogins, { Length: > 0 }) => options with
            {
                GovernedLogins = [.. options.GovernedLogins, .. Names(value)],
            },
            _ => null,
        };
    }

    private static string WhyUnknown(string part) =>
        part.StartsWith("authentication=", StringComparison.Ordinal)
            ? "this program signs in as a SQL login, as the operating system's own user, or with a token of Entra ID "
                + "(authentication=access_token, the token where the password would be); its driver has no "
                + "Azure.Identity, which the other ways of Entra ID need"
            : ConnectionText.WrongParameter(
                part,
                "SQL Server",
                "encrypt=true|false|strict, trust_server_certificate=true|false, host_name_in_certificate=NAME, "
                    + "multi_subnet_failover=true|false, application_intent=read_only|read_write, "
                    + "extended_events=true|false, hints_at_primary=true|false, authentication=access_token, "
                    + "exempt_logins=A,B and governed_logins=A,B are"
            );

    private static IEnumerable<string> Names(string list) =>
        list.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(Uri.UnescapeDataString);

    private static (string Before, string After) Cut(string text, char separator)
    {
        var at = text.IndexOf(separator, StringComparison.Ordinal);
        return at < 0 ? (text, "") : (text[..at], text[(at + 1)..]);
    }

    private static ConnectionResult<SqlServerConnectionOptions> Wrong(string message) => new(null, message);
}
