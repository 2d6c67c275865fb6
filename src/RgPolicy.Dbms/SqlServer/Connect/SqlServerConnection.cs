namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>Reads a connection such as <c>sqlserver://login@host:1433</c> or
/// <c>sqlserver://login@host/instance</c>.</summary>
internal static class SqlServerConnection
{
    public const string Scheme = "sqlserver://";

    private static readonly ConnectionDialect<SqlServerConnectionOptions> Form = new(
        "SQL Server",
        [Scheme],
        "write sqlserver://login@host:1433 or sqlserver://login@host/instance",
        "encrypt=true|false|strict, trust_server_certificate=true|false, host_name_in_certificate=NAME, "
            + "multi_subnet_failover=true|false, application_intent=read_only|read_write, "
            + "extended_events=true|false, hints_at_primary=true|false, authentication=access_token, "
            + "exempt_logins=A,B and governed_logins=A,B are"
    )
    {
        At = static place =>
        {
            var usual = new SqlServerConnectionOptions { User = place.User ?? "" };
            return usual with
            {
                Host = place.Host ?? usual.Host,
                Port = place.Port ?? usual.Port,
                Instance = place.Path.Length == 0 ? null : place.Path,
            };
        },
        With = WithParameter,
        Unknown = static part =>
            part.StartsWith("authentication=", StringComparison.Ordinal)
                ? "this program signs in as a SQL login, as the operating system's own user, or with a token of Entra ID "
                    + "(authentication=access_token, the token where the password would be); its driver has no "
                    + "Azure.Identity, which the other ways of Entra ID need"
                : null,
        Problem = static options =>
            options is { EncryptsStrictly: true, TrustsServerCertificate: true }
                ? "encrypt=strict always checks the server's certificate: leave trust_server_certificate out, and write "
                    + "host_name_in_certificate=NAME where it has another name"
                : null,
    };

    public static ConnectionResult<SqlServerConnectionOptions> Parse(string url, Func<string, string?> environment) =>
        Form.Read(url, environment);

    private static SqlServerConnectionOptions? WithParameter(
        SqlServerConnectionOptions options,
        string name,
        string value
    ) =>
        (name, value) switch
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

    private static IEnumerable<string> Names(string list) =>
        list.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(Uri.UnescapeDataString);
}
