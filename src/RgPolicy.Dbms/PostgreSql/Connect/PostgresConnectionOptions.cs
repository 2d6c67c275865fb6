using Npgsql;
using RgPolicy.Dbms.Starting;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Where a PostgreSQL server is and which login connects.</summary>
internal sealed record PostgresConnectionOptions : IConnectionOptions<PostgresConnectionOptions>
{
    private const string ApplicationName = "RgPolicy";

    public string Host { get; init; } = "/var/run/postgresql";

    /// <summary>The port, also part of a Unix socket's name.</summary>
    public int Port { get; init; } = 5432;

    /// <summary>The database of the poll; plans are fetched in every database that has queries.</summary>
    public string Database { get; init; } = "postgres";

    public string User { get; init; } = "rgpolicy";
    public ConnectionEncryption Encryption { get; init; } = ConnectionEncryption.Preferred;

    /// <summary>A file of certificates to trust, or null for the system's.</summary>
    public string? RootCertificate { get; init; }

    /// <summary>Roles beside superusers that are trusted with what RgPolicy's role may do: what their functions, tables
    /// and views are made of may run while a statement is planned.</summary>
    public ImmutableArray<string> TrustedRoles { get; init; } = [];

    /// <summary>The login whose connections plan, where it is another than the one that polls: it needs to read tables,
    /// and no statistics or settings of others. Null for the same login.</summary>
    public string? PlanUser { get; init; }

    /// <summary>A statement is planned by a connection of the login that sent it, where the server lets RgPolicy in as
    /// that login (<c>plan_as=login</c>); only over a Unix socket.</summary>
    public bool PlansAsLogin { get; init; }

    /// <summary>Background workers that run users' SQL and count as clients, as <c>pg_stat_activity.backend_type</c>
    /// calls them; never one of the server's own processes.</summary>
    public ImmutableArray<string> ClientBackendTypes { get; init; } = [];

    /// <summary>How long making a connection may take, 1 to 300 s; at the start it is a step's limit, which is given
    /// again where this program computes.</summary>
    public TimeSpan ConnectTimeout { get; init; } = StartStep.Connect.Limit;

    /// <summary>True when the server is on this host: a Unix socket or a loopback address.</summary>
    public bool IsLocal => UsesSocket || Host is "localhost" or "127.0.0.1" or "::1";

    public string Target =>
        UsesSocket
            ? FormattableString.Invariant($"postgres://{User}@/{Database}?host={Host}&port={Port}")
            : FormattableString.Invariant($"postgres://{User}@{Host}:{Port}/{Database}");

    internal bool UsesSocket => Host.StartsWith('/');

    private string? Password { get; init; }

    public PostgresConnectionOptions WithPassword(string password) => this with { Password = password };

    /// <summary>The same server by another login; its password is not known.</summary>
    internal PostgresConnectionOptions As(string user) => this with { User = user, Password = null };

    /// <summary>The same connection for a program over libpq, as variables of its environment: there a password shows
    /// in no list of processes.</summary>
    internal Dictionary<string, string?> Environment(string applicationName, string serverOptions)
    {
        var variables = new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["PGHOST"] = Host,
            ["PGPORT"] = Port.ToString(CultureInfo.InvariantCulture),
            ["PGDATABASE"] = Database,
            ["PGUSER"] = User,
            ["PGSSLMODE"] = UsesSocket ? "disable" : LibpqMode,
            ["PGAPPNAME"] = applicationName,
            ["PGOPTIONS"] = serverOptions,
            ["PGCLIENTENCODING"] = "UTF8",
            ["PGCONNECT_TIMEOUT"] = ((int)ConnectTimeout.TotalSeconds).ToString(CultureInfo.InvariantCulture),
            // They would name another server.
            ["PGHOSTADDR"] = null,
            ["PGSERVICE"] = null,
            ["PGTARGETSESSIONATTRS"] = null,
        };
        if (Password is not null)
            variables["PGPASSWORD"] = Password;
        if ((RootCertificate ?? (Encryption == ConnectionEncryption.Verified ? "system" : null)) is { } root)
            variables["PGSSLROOTCERT"] = root;
        return variables;
    }

    public override string ToString() => Target;

    /// <summary>Makes physical connections, never pooled and never reset by the driver: the code that uses one cleans
    /// it. Types are not loaded, so that opening runs no statement.</summary>
    internal NpgsqlDataSource NewSource(string? database, int commandTimeoutSeconds, string serverOptions)
    {
        var text = new NpgsqlConnectionStringBuilder
        {
            Host = Host,
            Port = Port,
            Database = database ?? Database,
            Username = User,
            Password = Password,
            SslMode = UsesSocket ? SslMode.Disable : Mode,
            RootCertificate = RootCertificate,
            ApplicationName = ApplicationName,
            // Whatever PGCLIENTENCODING says: the driver reads answers so.
            ClientEncoding = "UTF8",
            Pooling = false,
            NoResetOnClose = true,
            KeepAlive = 0,
            Timeout = (int)ConnectTimeout.TotalSeconds,
            CommandTimeout = commandTimeoutSeconds,
            CancellationTimeout = 200,
            MaxAutoPrepare = 0,
            Enlist = false,
            Options = serverOptions,
        };
        var builder = new NpgsqlDataSourceBuilder(text.ConnectionString);
        builder.ConfigureTypeLoading(loading => loading.EnableTypeLoading(false));
        return builder.Build();
    }

    private SslMode Mode =>
        Encryption switch
        {
            ConnectionEncryption.Off => SslMode.Disable,
            ConnectionEncryption.Required => SslMode.Require,
            ConnectionEncryption.Verified => SslMode.VerifyFull,
            _ => SslMode.Prefer,
        };

    private string LibpqMode =>
        Encryption switch
        {
            ConnectionEncryption.Off => "disable",
            ConnectionEncryption.Required => "require",
            ConnectionEncryption.Verified => "verify-full",
            _ => "prefer",
        };
}
