using System.Globalization;
using RgPolicy.Dbms.Connecting;

namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>Reads a connection such as <c>mysql://login@host:3306</c> or
/// <c>mysql://login@/?socket=/run/mysqld/mysqld.sock</c>; <c>mariadb://</c> is the same.</summary>
public static class MySqlServerConnection
{
    // Seconds.
    private const int LongestConnecting = 300;
    private static readonly string[] Schemes = ["mysql://", "mariadb://"];

    private const string Example = "write mysql://login@host:3306 or mysql://login@/?socket=/run/mysqld/mysqld.sock";

    private const string Known =
        "socket, sslmode (disable, prefer, require, verify-full), sslrootcert, server_public_key and connect_timeout "
        + "(1 to 300 s) are";

    /// <summary>True where a connection names a MySQL or a MariaDB.</summary>
    public static bool IsOne(string url) => SchemeOf(url) is not null;

    /// <summary>
    /// Reads a connection. The password comes from <c>RGPOLICY_PASSWORD</c>, else from the file that
    /// <c>RGPOLICY_PASSWORD_FILE</c> names; never from the URL, which other users could see in the process list.
    /// </summary>
    /// <param name="url">The connection.</param>
    /// <param name="environment">The environment's variables.</param>
    /// <param name="takesDatabase">True where it may name a database, because one workload runs in it.</param>
    public static ConnectionResult<MySqlConnectionOptions> Parse(
        string url,
        Func<string, string?> environment,
        bool takesDatabase = false
    )
    {
        if (SchemeOf(url) is not { } scheme)
            return Wrong($"{ConnectionText.Scheme(url)} is not a MySQL or MariaDB connection: {Example}");
        var (place, query) = Cut(url[scheme.Length..], '?');
        var (authority, database) = Cut(place, '/');
        var at = authority.LastIndexOf('@');
        var user = at < 0 ? "" : Uri.UnescapeDataString(authority[..at]);
        if (user.Contains(':', StringComparison.Ordinal))
        {
            return Wrong(
                "a password in the connection can be seen by other users: leave it out and set RGPOLICY_PASSWORD or "
                    + "RGPOLICY_PASSWORD_FILE"
            );
        }

        if (database.Length > 0 && !takesDatabase)
            return Wrong($"a server is governed with all its databases, so none is named: {Example}");
        var options = new MySqlConnectionOptions { Database = Uri.UnescapeDataString(database) };
        options = user.Length == 0 ? options : options with { User = user };
        return WithHost(options, authority[(at + 1)..]) is { } hosted
            ? WithParameters(hosted, query, environment)
            : Wrong($"the port is not a number from 1 to 65535: {Example}");
    }

    private static string? SchemeOf(string url) =>
        Schemes.FirstOrDefault(each => url.StartsWith(each, StringComparison.OrdinalIgnoreCase));

    private static MySqlConnectionOptions? WithHost(MySqlConnectionOptions options, string host)
    {
        var colon = host.LastIndexOf(':');
        if (colon > host.LastIndexOf(']'))
        {
            if (Number(host[(colon + 1)..], 65535) is not { } port)
                return null;
            (options, host) = (options with { Port = port }, host[..colon]);
        }

        return host.Length == 0 ? options : options with { Host = Uri.UnescapeDataString(host.Trim('[', ']')) };
    }

    private static ConnectionResult<MySqlConnectionOptions> WithParameters(
        MySqlConnectionOptions options,
        string query,
        Func<string, string?> environment
    )
    {
        foreach (var part in query.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            var (name, raw) = Cut(part, '=');
            if (WithParameter(options, name, Uri.UnescapeDataString(raw)) is not { } changed)
                return Wrong(ConnectionText.WrongParameter(part, "MySQL", Known));
            options = changed;
        }

        return environment("RGPOLICY_PASSWORD") is { Length: > 0 } password
                ? new ConnectionResult<MySqlConnectionOptions>(options.WithPassword(password), null)
            : environment("RGPOLICY_PASSWORD_FILE") is { Length: > 0 } file ? PasswordFile.Read(options, file)
            : new ConnectionResult<MySqlConnectionOptions>(options, null);
    }

    private static MySqlConnectionOptions? WithParameter(MySqlConnectionOptions options, string name, string value) =>
        name switch
        {
            "socket" when value.StartsWith('/') => options with { Socket = value },
            "sslmode" when ModeOf(value) is { } mode => options with { Encryption = mode },
            "sslrootcert" when value.Length > 0 => options with { RootCertificate = value },
            "server_public_key" when value.Length > 0 => options with { ServerPublicKey = value },
            "connect_timeout" when Number(value, LongestConnecting) is { } seconds => options with
            {
                ConnectTimeout = TimeSpan.FromSeconds(seconds),
            },
            _ => null,
        };

    private static MySqlEncryption? ModeOf(string word) =>
        word switch
        {
            "disable" => MySqlEncryption.Off,
            "prefer" => MySqlEncryption.Preferred,
            "require" => MySqlEncryption.Required,
            "verify-full" => MySqlEncryption.Verified,
            _ => null,
        };

    private static int? Number(string text, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && number >= 1
        && number <= most
            ? number
            : null;

    private static (string Before, string After) Cut(string text, char separator)
    {
        var at = text.IndexOf(separator, StringComparison.Ordinal);
        return at < 0 ? (text, "") : (text[..at], text[(at + 1)..]);
    }

    private static ConnectionResult<MySqlConnectionOptions> Wrong(string message) => new(null, message);
}
