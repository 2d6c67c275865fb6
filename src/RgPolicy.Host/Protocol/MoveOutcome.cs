using System.Text.Json.Serialization;

namespace RgPolicy.Host.Protocol;

/// <summary>The answer to one move, after read-back.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="Pool">The pool that was asked for.</param>
/// <param name="Status">How it ended.</param>
/// <param name="Detail">For people: what was not done and why; empty when everything was.</param>
internal sealed record MoveOutcome(int ProcessId, int Pool, MoveStatus Status, string Detail);

/// <summary>How a move ended.</summary>
internal enum MoveStatus
{
    /// <summary>Every lever that the pool has on this host was written and read back.</summary>
    Done,

    /// <summary>At least one lever was written and read back; the detail names those that were not.</summary>
    Partial,

    /// <summary>The process was gone.</summary>
    Vanished,

    /// <summary>The process is not one of the DBMS's: nothing was changed.</summary>
    Refused,

    /// <summary>The kernel said no: nothing was changed.</summary>
    Failed,
}

/// <summary>Puts one process into a pool; pool 0 gives it back everything it had before it was first moved.</summary>
/// <param name="ProcessId">The process, as the sidecar's PID namespace numbers it; above 1.</param>
/// <param name="Pool">A configured pool's number, or 0 to release.</param>
/// <param name="MayWaitForReads">
/// Whether the pool's limit of reads is for it: only while its statement writes nothing, since a process that waits for
/// a read may hold what others need.
/// </param>
/// <param name="IsClient">
/// Whether the DBMS's own table said that it is a client's backend, or a background worker that the DBA
/// counts as one; asked for only where its title may be a replication sender's, or it has no client's connection.
/// </param>
internal readonly record struct MoveRequest(
    int ProcessId,
    int Pool,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool MayWaitForReads = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool IsClient = false
);
