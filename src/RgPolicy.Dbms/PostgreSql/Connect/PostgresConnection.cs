using System.Globalization;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Reads a connection such as <c>postgres://user@host:5432/db</c> or
/// <c>postgres:///db?host=/var/run/postgresql</c>.</summary>
public static class PostgresConnection
{
    // Seconds: three times as long, as a step's limit may be given again, the driver still takes.
    private const int LongestConnecting = 300;

    private const string Known =
        "host, port, sslmode, encrypt, trust_server_certificate, sslrootcert, connect_timeout (1 to 300 s), "
        + "trusted_roles, plan_user, plan_as (login) and client_backend_types are";

    private const string Example =
        "write postgres://user@host:5432/database or postgres:///database?host=/socket/directory";

    /// <summary>
    /// Reads a connection. The password comes from <c>RGPOLICY_PASSWORD</c>, else from the file that
    /// <c>RGPOLICY_PASSWORD_FILE</c> names, else the driver looks into the user's pgpass file; never
    /// from the URL, which other users could see in the process list.
    /// </summary>
    /// <param name="url">The connection.</param>
    /// <param name="environment">Reads an environment variable; the process's own unless told.</param>
    public static ConnectionResult<PostgresConnectionOptions> Parse(
        string url,
        Func<string, string?>? environment = null
    )
    {
        environment ??= Environment.GetEnvironmentVariable;
        var scheme = url.IndexOf("://", StringComparison.Ordinal);
        if (scheme < 0 || url[..scheme] is not ("postgres" or "postgresql"))
            return Wrong($"{ConnectionText.Scheme(url)} is not a PostgreSQL connection: {Example}");
        var rest = url[(scheme + 3)..];
        var (beforeQuery, query) = Cut(rest, '?');
        var (authority, database) = Cut(beforeQuery, '/');
        var options = new PostgresConnectionOptions { User = environment("PGUSER") ?? Environment.UserName };
        var at = authority.LastIndexOf('@');
        if (at >= 0)
            options = options with { User = Unescape(authority[..at]) };
        if (options.User.Contains(':', StringComparison.Ordinal))
            return Wrong(
                "a password in the connection can be seen by other users: leave it out and set RGPOLICY_PASSWORD, "
                    + "RGPOLICY_PASSWORD_FILE or use the pgpass file"
            );
        if (WithHost(options, authority[(at + 1)..]) is not { } hosted)
            return Wrong($"the port is not a number from 1 to 65535: {Example}");
        hosted = hosted with { Database = database.Length > 0 ? Unescape(database) : hosted.User };
        return WithParameters(hosted, query, out var problem) is { } complete
            ? WithPassword(complete, environment)
            : Wrong(problem);
    }

    private static PostgresConnectionOptions? WithHost(PostgresConnectionOptions options, string host)
    {
        var colon = host.LastIndexOf(':');
        if (colon > host.LastIndexOf(']'))
        {
            if (Port(host[(colon + 1)..]) is not { } port)
                return null;
            options = options with { Port = port };
            host = host[..colon];
        }

        return host.Length == 0 ? options : options with { Host = Unescape(host.Trim('[', ']')) };
    }

    private static PostgresConnectionOptions? WithParameters(
        PostgresConnectionOptions options,
        string query,
        out string problem
    )
    {
        problem = "";
        foreach (var part in query.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            var (name, raw) = Cut(part, '=');
            var value = Unescape(raw);
            if ((WithList(options, name, raw) ?? WithParameter(options, name, value)) is not { } changed)
            {
                problem = ConnectionText.WrongParameter(part, "PostgreSQL", Known);
                return null;
            }

            options = changed;
        }

        problem =
            ServerProcessTypes.Refuse(options.ClientBackendTypes)
            ?? (
                options is { PlansAsLogin: true, UsesSocket: false }
                    ? "plan_as=login needs the server's Unix socket: write host=/socket/directory"
                    : ""
            );
        return problem.Length == 0 ? options : null;
    }

    private static PostgresConnectionOptions? WithList(PostgresConnectionOptions options, string name, string raw) =>
        name switch
        {
            ConnectionText.TrustedRoles when Names(raw) is { } names => options with
            {
                TrustedRoles = [.. options.TrustedRoles.Union(names, StringComparer.Ordinal)],
            },
            ConnectionText.ClientBackendTypes when Names(raw) is { } names => options with
            {
                ClientBackendTypes = [.. options.ClientBackendTypes.Union(names, StringComparer.Ordinal)],
            },
            _ => null,
        };

    private static PostgresConnectionOptions? WithParameter(
        PostgresConnectionOptions options,
        string name,
        string value
    ) =>
        name switch
        {
            "host" when value.Length > 0 => options with { Host = value },
            "port" when Port(value) is { } port => options with { Port = port },
            "sslmode" when SslModeOf(value) is { } mode => options with { Encryption = mode },
            "encrypt" when value is "true" or "false" => options with
            {
                Encryption = value == "true" ? PostgresEncryption.Verified : PostgresEncryption.Off,
            },
            "trust_server_certificate" when value == "true" => options with
            {
                Encryption = PostgresEncryption.Required,
            },
            "trust_server_certificate" when value == "false" => options,
            "connect_timeout" when ConnectTimeout(value) is { } timeout => options with { ConnectTimeout = timeout },
            "sslrootcert" when value.Length > 0 => options with { RootCertificate = value },
            "plan_user" when value.Length > 0 => options with { PlanUser = value },
            "plan_as" when value == "login" => options with { PlansAsLogin = true },
            _ => null,
        };

    /// <summary>A comma that is part of a name is written %2C.</summary>
    private static string[]? Names(string raw)
    {
        string[] names = [.. raw.Split(',').Select(name => Unescape(name).Trim())];
        return names.Contains("", StringComparer.Ordinal) ? null : names;
    }

    private static PostgresEncryption? SslModeOf(string word) =>
        word switch
        {
            "disable" => PostgresEncryption.Off,
            "allow" or "prefer" => PostgresEncryption.Preferred,
            "require" => PostgresEncryption.Required,
            "verify-ca" or "verify-full" => PostgresEncryption.Verified,
            _ => null,
        };

    private static ConnectionResult<PostgresConnectionOptions> WithPassword(
        PostgresConnectionOptions options,
        Func<string, string?> environment
    )
    {
        if (environment("RGPOLICY_PASSWORD") is { Length: > 0 } password)
            return new ConnectionResult<PostgresConnectionOptions>(options.WithPassword(password), null);
        if (environment("RGPOLICY_PASSWORD_FILE") is { Length: > 0 } file)
            return PasswordFile.Read(options, file);
        return new ConnectionResult<PostgresConnectionOptions>(options, null);
    }

    private static (string Before, string After) Cut(string text, char separator)
    {
        var at = text.IndexOf(separator, StringComparison.Ordinal);
        return at < 0 ? (text, "") : (text[..at], text[(at + 1)..]);
    }

    private static int? Port(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port is > 0 and < 65536
            ? port
            : null;

    private static TimeSpan? ConnectTimeout(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
        && seconds is > 0 and <= LongestConnecting
            ? TimeSpan.FromSeconds(seconds)
            : null;

    private static string Unescape(string text) => Uri.UnescapeDataString(text);

    private static ConnectionResult<PostgresConnectionOptions> Wrong(string message) => new(null, message);
}

/// <summary>How a connection over the network is encrypted.</summary>
public enum PostgresEncryption
{
    /// <summary>TLS where the server offers it, as the server's own tools do it.</summary>
    Preferred,

    /// <summary>No TLS.</summary>
    Off,

    /// <summary>TLS, whatever certificate the server shows.</summary>
    Required,

    /// <summary>TLS with a certificate that is checked, name included.</summary>
    Verified,
}
