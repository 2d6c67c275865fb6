namespace RgPolicy.Host.Protocol;

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
