namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>Encryption of a connection to a MySQL or MariaDB.</summary>
public enum MySqlEncryption
{
    /// <summary>As the server offers it, and without where it offers none.</summary>
    Preferred,

    /// <summary>None.</summary>
    Off,

    /// <summary>Encrypted; the server's certificate is not checked.</summary>
    Required,

    /// <summary>Encrypted; the certificate and the host's name in it are checked.</summary>
    Verified,
}
