namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>How the Query Store of a database is.</summary>
/// <param name="Database">The database.</param>
/// <param name="State">In the server's words, or why it cannot be seen.</param>
/// <param name="IsReachable">The login may look.</param>
internal sealed record QueryStoreState(string Database, string State, bool IsReachable)
{
    /// <summary>The major version from which there are hints.</summary>
    public const int FirstWithHints = 16;

    /// <summary>Why it is read-only although it is to be written, as the server's number; 0 where it is
    /// not so.</summary>
    public int ReadOnlyReason { get; init; }

    /// <summary>The state, with the reason where there is one.</summary>
    public string Described => ReadOnlyReasons.Why(ReadOnlyReason) is { } why ? $"{State} ({why})" : State;

    /// <summary>The login may set hints and clear them.</summary>
    public bool MaySetHints { get; init; }

    /// <summary>What finished executions took can be read; where it is off, it tells of a time that is gone.</summary>
    public bool HasHistory => State is "READ_WRITE" or "READ_ONLY" or "READ_CAPTURE_SECONDARY";

    /// <summary>Hints can be set.</summary>
    public bool IsWritable => State == "READ_WRITE";
}
