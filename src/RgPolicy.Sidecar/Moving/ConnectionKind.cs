namespace RgPolicy.Sidecar.Moving;

/// <summary>What the kernel says of a process's connection with a client of its server.</summary>
internal enum ConnectionKind
{
    /// <summary>The kernel does not let us look.</summary>
    Unknown,

    /// <summary>It has none: it is one of the server's own processes, or a parallel worker.</summary>
    None,

    /// <summary>It has one that was accepted where the server listens: a client's backend, or a
    /// replication sender.</summary>
    Accepted,

    /// <summary>It has a socket that leads nowhere any more, as when a client was killed.</summary>
    Broken,
}
