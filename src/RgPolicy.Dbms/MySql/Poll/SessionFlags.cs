namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>What command and state of a session say.</summary>
[Flags]
internal enum SessionFlags
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>It was killed and takes back what it did.</summary>
    Killed = 1,

    /// <summary>It commits.</summary>
    Commits = 2,

    /// <summary>It waits for a lock of a table, a schema or the whole server.</summary>
    WaitsForMetadata = 4,

    /// <summary>It waits for a lock that clients name (GET_LOCK).</summary>
    WaitsForUserLock = 8,

    /// <summary>It waits for a lock other than a row's.</summary>
    Waits = WaitsForMetadata | WaitsForUserLock,
}
