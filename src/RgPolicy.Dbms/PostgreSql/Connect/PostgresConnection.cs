using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Reads a connection such as <c>postgres://user@host:5432/db</c> or
/// <c>postgres:///db?host=/var/run/postgresql</c>.</summary>
internal static class PostgresConnection
{
    private static readonly ConnectionDialect<PostgresConnectionOptions> Form = new(
        "PostgreSQL",
        ["postgres://", "postgresql://"],
        "write postgres://user@host:5432/database or postgres:///database?host=/socket/directory",
        "host, port, sslmode, encrypt, trust_server_certificate, sslrootcert, connect_timeout (1 to 300 s), "
            + "trusted_roles, plan_user, plan_as (login) and client_backend_types are"
    )
    {
        At = static place =>
        {
            var options = new PostgresConnectionOptions { User = place.User ?? Environment.UserName };
            return options with
            {
                Host = place.Host ?? options.Host,
                Port = place.Port ?? options.Port,
                Database = place.Path.Length > 0 ? place.Path : options.User,
            };
        },
        With = static (options, name, raw) => WithList(options, name, raw) ?? WithParameter(options, name, raw),
        Problem = Problem,
        Passwords = "RGPOLICY_PASSWORD, RGPOLICY_PASSWORD_FILE or use the pgpass file",
    };

    /// <summary>Reads a connection. Without a password of RgPolicy's own the driver looks into the user's pgpass file.</summary>
    public static ConnectionResult<PostgresConnectionOptions> Parse(
        string url,
        Func<string, string?>? environment = null
    )
    {
        environment ??= Environment.GetEnvironmentVariable;
        var usual = environment("PGUSER");
        return (Form with { At = place => Form.At(place with { User = place.User ?? usual }) }).Read(url, environment);
    }

    private static string? Problem(PostgresConnectionOptions options) =>
        ServerProcessTypes.Refuse(options.ClientBackendTypes)
        ?? (
            options is { PlansAsLogin: true, UsesSocket: false }
                ? "plan_as=login needs the server's Unix socket: write host=/socket/directory"
                : null
        );

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
        string raw
    ) =>
        (name, Uri.UnescapeDataString(raw)) switch
        {
            ("host", { Length: > 0 } host) => options with { Host = host },
            ("port", var text) when ConnectionText.Number(text, ConnectionText.HighestPort) is { } port => options with
            {
                Port = port,
            },
            ("sslmode", "disable") or ("encrypt", "false") => options with { Encryption = ConnectionEncryption.Off },
            ("sslmode", "allow" or "prefer") => options with { Encryption = ConnectionEncryption.Preferred },
            ("sslmode", "require") or ("trust_server_certificate", "true") => options with
            {
                Encryption = ConnectionEncryption.Required,
            },
            ("sslmode", "verify-ca" or "verify-full") or ("encrypt", "true") => options with
            {
                Encryption = ConnectionEncryption.Verified,
            },
            ("trust_server_certificate", "false") => options,
            ("connect_timeout", var text) when ConnectionText.ConnectTimeout(text) is { } timeout => options with
            {
                ConnectTimeout = timeout,
            },
            ("sslrootcert", { Length: > 0 } file) => options with { RootCertificate = file },
            ("plan_user", { Length: > 0 } user) => options with { PlanUser = user },
            ("plan_as", "login") => options with { PlansAsLogin = true },
            _ => null,
        };

    /// <summary>A comma that is part of a name is written %2C.</summary>
    private static string[]? Names(string raw)
    {
        string[] names = [.. raw.Split(',').Select(name => Uri.UnescapeDataString(name).Trim())];
        return names.Contains("", StringComparer.Ordinal) ? null : names;
    }
}
