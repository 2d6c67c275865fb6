namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>Why nothing is set for an account.</summary>
[Flags]
internal enum AccountTraits
{
    /// <summary>No reason.</summary>
    None = 0,

    /// <summary>It administers the server.</summary>
    Superuser = 1,

    /// <summary>It is for replication.</summary>
    Replication = 2,

    /// <summary>It is the account of the connection.</summary>
    Connection = 4,

    /// <summary>It is the server's own.</summary>
    Internal = 8,
}
