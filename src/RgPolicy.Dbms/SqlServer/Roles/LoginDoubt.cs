namespace RgPolicy.Dbms.SqlServer.Roles;

/// <summary>Why it cannot be told whether a login is a sysadmin.</summary>
internal enum LoginDoubt
{
    /// <summary>RgPolicy's login may not see who is in which role.</summary>
    Unseen,

    /// <summary>A group of the domain is in sysadmin, and who is in it is not asked.</summary>
    Groups,
}
