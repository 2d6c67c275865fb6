namespace RgPolicy.Dbms;

/// <remarks><c>Kind</c>: <c>postgresql</c>, <c>sqlserver</c>, <c>mariadb</c> or <c>mysql</c>. <c>Version</c>: the
/// version as the server prints it. <c>Target</c>: the connection without any secret, such as
/// <c>postgres://app@db1:5432/shop</c>. <c>DataDirectory</c>: the server's data directory where it may be read, or
/// null. <c>IsLocal</c>: true when the server's processes are on this host, so that they can be governed
/// here.</remarks>
internal sealed record ServerFacts(
    string Kind,
    string Version,
    ImmutableArray<long> VersionParts,
    string Target,
    string? DataDirectory,
    bool IsLocal
)
{
    /// <summary>The server's main process on this host where the server tells it; null where it has to be looked
    /// for.</summary>
    public int? ProcessId { get; init; }

    /// <summary>The process on this host that served the observer first, which is never governed; null where there is
    /// none.</summary>
    public int? OwnBackend { get; init; }

    /// <summary>Its sessions are threads of one process, and only the server itself tells whose a thread is.</summary>
    public bool HasThreads { get; init; }

    /// <summary>Other processes of its own, or the kernel, read files for its sessions, whose own counters do not show
    /// it.</summary>
    public bool ReadsAside { get; init; }
}
