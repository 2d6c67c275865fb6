using MySqlConnector;

namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>Where a MySQL or MariaDB is and which login connects.</summary>
internal sealed record MySqlConnectionOptions : IConnectionOptions<MySqlConnectionOptions>
{
    internal const int UsualPort = 3306;

    private const string ApplicationName = "RgPolicy";
    private static readonly string[] OwnNames = ["localhost", "127.0.0.1", "::1"];

    /// <summary>A host's name or address; not used with a socket.</summary>
    public string Host { get; init; } = "127.0.0.1";

    /// <summary>The port; not used with a socket.</summary>
    public int Port { get; init; } = UsualPort;

    public string? Socket { get; init; }

    /// <summary>The database in which names without one are looked up; empty for none.</summary>
    public string Database { get; init; } = "";

    public string User { get; init; } = "rgpolicy";
    public ConnectionEncryption Encryption { get; init; }

    /// <summary>A file of certificates to trust, or null for the system's.</summary>
    public string? RootCertificate { get; init; }

    /// <summary>A file with the server's public key, with which a password can be sent without TLS to an account of
    /// <c>caching_sha2_password</c>; null asks for TLS.</summary>
    public string? ServerPublicKey { get; init; }

    /// <summary>How long making a connection may take, 1 to 300 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    public bool IsLocal => Socket is not null || OwnNames.Contains(Host, StringComparer.OrdinalIgnoreCase);

    public string Target =>
        Socket is { } socket
            ? $"mysql://{Uri.EscapeDataString(User)}@/?socket={socket}"
            : FormattableString.Invariant($"mysql://{Uri.EscapeDataString(User)}@{Host}:{Port}");

    private string? Password { get; init; }

    public MySqlConnectionOptions WithPassword(string password) => this with { Password = password };

    public override string ToString() => Target;

    /// <summary>Makes a physical connection, never pooled: what a session set is gone with it.</summary>
    internal MySqlConnection NewConnection()
    {
        var text = new MySqlConnectionStringBuilder
        {
            UserID = User,
            Database = Database,
            Password = Password ?? "",
            ApplicationName = ApplicationName,
            Pooling = false,
            AutoEnlist = false,
            ConnectionTimeout = (uint)ConnectTimeout.TotalSeconds,
            DefaultCommandTimeout = 0,
            CancellationTimeout = 1,
            CharacterSet = "utf8mb4",
            SslMode = Mode,
            SslCa = RootCertificate ?? "",
            ServerRsaPublicKeyFile = ServerPublicKey ?? "",
            AllowPublicKeyRetrieval = false,
            AllowLoadLocalInfile = false,
            AllowZeroDateTime = true,
        };
        if (Socket is { } socket)
            (text.Server, text.ConnectionProtocol) = (socket, MySqlConnectionProtocol.UnixSocket);
        else
            (text.Server, text.Port) = (Host, (uint)Port);
        return new MySqlConnection(text.ConnectionString);
    }

    private MySqlSslMode Mode =>
        // MySQL's caching_sha2_password wants TLS on a socket too, until the server has cached the login. A socket has no
        // host's name that a certificate could have.
        (Socket, Encryption) switch
        {
            (_, ConnectionEncryption.Off) => MySqlSslMode.None,
            (_, ConnectionEncryption.Required) => MySqlSslMode.Required,
            ({ }, ConnectionEncryption.Verified) => MySqlSslMode.VerifyCA,
            (_, ConnectionEncryption.Verified) => MySqlSslMode.VerifyFull,
            _ => MySqlSslMode.Preferred,
        };
}
