namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Why nothing is set for a role.</summary>
[Flags]
internal enum RoleTraits
{
    /// <summary>No reason.</summary>
    None = 0,

    /// <summary>It is a superuser.</summary>
    Superuser = 1,

    /// <summary>It is for replication.</summary>
    Replication = 2,

    /// <summary>It is the role of the connection.</summary>
    Connection = 4,
}
