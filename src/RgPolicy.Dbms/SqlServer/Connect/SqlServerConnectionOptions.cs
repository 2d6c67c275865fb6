using Microsoft.Data.SqlClient;

namespace RgPolicy.Dbms.SqlServer.Connect;

internal sealed record SqlServerConnectionOptions : IConnectionOptions<SqlServerConnectionOptions>
{
    internal const int UsualPort = 1433;

    private const int ConnectSeconds = 15;
    private static readonly string[] OwnNames = ["localhost", "127.0.0.1", "::1", ".", "(local)"];

    public string Host { get; init; } = "localhost";

    /// <summary>The port; not used with an instance's name.</summary>
    public int Port { get; init; } = UsualPort;

    /// <summary>The instance's name, or null for the one at the port.</summary>
    public string? Instance { get; init; }

    /// <summary>The login; empty for the operating system's own.</summary>
    public string User { get; init; } = "";

    /// <summary>TLS; the driver's usual.</summary>
    public bool Encrypts { get; init; } = true;

    /// <summary>TLS around all that is sent (TDS 8.0, from SQL Server 2022), the certificate always checked.</summary>
    public bool EncryptsStrictly { get; init; }

    /// <summary>The name that the server's certificate has, where that is not the host's; null for the
    /// host's.</summary>
    public string? HostNameInCertificate { get; init; }

    public bool HasAccessToken { get; init; }

    /// <summary>The host's name stands for the addresses of several replicas, which are tried at once.</summary>
    public bool IsMultiSubnet { get; init; }

    /// <summary>Declares that the session only reads: some secondary replicas accept no other sessions.</summary>
    public bool OnlyReads { get; init; }

    public bool HasExtendedEvents { get; init; }

    /// <summary>What runs on a secondary replica has its hints set at the primary, another server.</summary>
    public bool HasHintsAtPrimary { get; init; }

    /// <summary>One of several replicas that all have their turn: nothing is said of the others.</summary>
    public bool IsOneOfSeveral { get; init; }

    public bool TrustsServerCertificate { get; init; }

    /// <summary>Logins that are never governed; a <c>*</c> at the end stands for anything.</summary>
    public ImmutableArray<string> ExemptLogins { get; init; } = [];

    /// <summary>Logins that are governed whatever the roles that they may have; in the same form.</summary>
    public ImmutableArray<string> GovernedLogins { get; init; } = [];

    /// <summary>True where the host's name is one that this host has for itself.</summary>
    public bool IsThisHost =>
        OwnNames.Contains(Host, StringComparer.OrdinalIgnoreCase)
        || Host.Equals(Environment.MachineName, StringComparison.OrdinalIgnoreCase);

    public string Target
    {
        get
        {
            var user = User.Length == 0 ? "" : Uri.EscapeDataString(User) + "@";
            var place = Instance is { } instance ? $"{Host}/{instance}" : FormattableString.Invariant($"{Host}:{Port}");
            var parameters =
                (
                    EncryptsStrictly ? "&encrypt=strict"
                    : Encrypts ? ""
                    : "&encrypt=false"
                )
                + (TrustsServerCertificate ? "&trust_server_certificate=true" : "")
                + (HostNameInCertificate is { } name ? "&host_name_in_certificate=" + Uri.EscapeDataString(name) : "")
                + (HasAccessToken ? "&authentication=access_token" : "")
                + (IsMultiSubnet ? "&multi_subnet_failover=true" : "")
                + (HasExtendedEvents ? "&extended_events=true" : "")
                + (HasHintsAtPrimary ? "&hints_at_primary=true" : "")
                + (OnlyReads ? "&application_intent=read_only" : "");
            return SqlServerConnection.Scheme + user + place + (parameters.Length == 0 ? "" : "?" + parameters[1..]);
        }
    }

    /// <summary>What an attacker on the network could do, in words; null where it is prevented.</summary>
    public string? WhyUnguarded =>
        !Encrypts ? "encrypt=false: what is sent to the server and comes from it can be read and changed on its way"
        : TrustsServerCertificate
            ? "trust_server_certificate=true: the server's certificate is not checked, so another "
                + "server could take its place"
        : null;

    private string? Password { get; init; }

    public SqlServerConnectionOptions WithPassword(string password) => this with { Password = password };

    public override string ToString() => Target;

    /// <summary>Makes a physical connection, never pooled: what a session set is gone with it.</summary>
    internal SqlConnection NewConnection(string application)
    {
        var text = new SqlConnectionStringBuilder
        {
            DataSource = Instance is { } instance
                ? $"{Host}\\{instance}"
                : FormattableString.Invariant($"tcp:{Host},{Port}"),
            InitialCatalog = "master",
            ApplicationName = application,
            Encrypt =
                EncryptsStrictly ? SqlConnectionEncryptOption.Strict
                : Encrypts ? SqlConnectionEncryptOption.Mandatory
                : SqlConnectionEncryptOption.Optional,
            TrustServerCertificate = TrustsServerCertificate,
            HostNameInCertificate = HostNameInCertificate ?? "",
            MultiSubnetFailover = IsMultiSubnet,
            ApplicationIntent = OnlyReads ? ApplicationIntent.ReadOnly : ApplicationIntent.ReadWrite,
            Pooling = false,
            ConnectTimeout = ConnectSeconds,
            ConnectRetryCount = 0,
            Enlist = false,
        };
        if (HasAccessToken)
            return new SqlConnection(text.ConnectionString) { AccessToken = Password };
        if (User.Length == 0)
        {
            text.IntegratedSecurity = true;
        }
        else
        {
            text.UserID = User;
            text.Password = Password ?? "";
        }

        return new SqlConnection(text.ConnectionString);
    }
}
