namespace RgPolicy.Dbms.PostgreSql;

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
