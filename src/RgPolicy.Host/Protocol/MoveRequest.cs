using System.Text.Json.Serialization;

namespace RgPolicy.Host.Protocol;

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
public readonly record struct MoveRequest(
    int ProcessId,
    int Pool,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool MayWaitForReads = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool IsClient = false
);
