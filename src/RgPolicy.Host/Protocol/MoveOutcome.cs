namespace RgPolicy.Host.Protocol;

/// <summary>The answer to one move, after read-back.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="Pool">The pool that was asked for.</param>
/// <param name="Status">How it ended.</param>
/// <param name="Detail">For people: what was not done and why; empty when everything was.</param>
public sealed record MoveOutcome(int ProcessId, int Pool, MoveStatus Status, string Detail);

/// <summary>How a move ended.</summary>
public enum MoveStatus
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
