namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>Reads a connection such as <c>mysql://login@host:3306</c> or
/// <c>mysql://login@/?socket=/run/mysqld/mysqld.sock</c>; <c>mariadb://</c> is the same.</summary>
internal static class MySqlServerConnection
{
    private const string Example = "write mysql://login@host:3306 or mysql://login@/?socket=/run/mysqld/mysqld.sock";

    private static readonly ConnectionDialect<MySqlConnectionOptions> Form = new(
        "MySQL or MariaDB",
        ["mysql://", "mariadb://"],
        Example,
        "socket, sslmode (disable, prefer, require, verify-full), sslrootcert, server_public_key and connect_timeout "
            + "(1 to 300 s) are"
    )
    {
        At = static place =>
        {
            var usual = new MySqlConnectionOptions();
            return usual with
            {
                User = place.User is { Length: > 0 } user ? user : usual.User,
                Host = place.Host ?? usual.Host,
                Port = place.Port ?? usual.Port,
                Database = place.Path,
            };
        },
        With = static (options, name, raw) =>
            (name, Uri.UnescapeDataString(raw)) switch
            {
                ("socket", ['/', ..] socket) => options with { Socket = socket },
                ("sslmode", "disable") => options with { Encryption = ConnectionEncryption.Off },
                ("sslmode", "prefer") => options with { Encryption = ConnectionEncryption.Preferred },
                ("sslmode", "require") => options with { Encryption = ConnectionEncryption.Required },
                ("sslmode", "verify-full") => options with { Encryption = ConnectionEncryption.Verified },
                ("sslrootcert", { Length: > 0 } file) => options with { RootCertificate = file },
                ("server_public_key", { Length: > 0 } file) => options with { ServerPublicKey = file },
                ("connect_timeout", var text) when ConnectionText.ConnectTimeout(text) is { } timeout => options with
                {
                    ConnectTimeout = timeout,
                },
                _ => null,
            },
    };

    /// <summary>True where a connection names a MySQL or a MariaDB.</summary>
    public static bool IsOne(string url) => Form.SchemeOf(url) is not null;

    /// <remarks><c>takesDatabase</c>: true where it may name a database, because one workload runs in it.</remarks>
    public static ConnectionResult<MySqlConnectionOptions> Parse(
        string url,
        Func<string, string?> environment,
        bool takesDatabase = false
    ) =>
        (
            Form with
            {
                Problem = options =>
                    options.Database.Length > 0 && !takesDatabase
                        ? $"a server is governed with all its databases, so none is named: {Example}"
                        : null,
            }
        ).Read(url, environment);
}
