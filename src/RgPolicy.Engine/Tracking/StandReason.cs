namespace RgPolicy.Engine.Tracking;

/// <summary>Why a query stands where it stands.</summary>
internal enum StandReason
{
    /// <summary>In the pool of its class.</summary>
    InPool,

    /// <summary>Never governed: the observer says why.</summary>
    Exempt,

    /// <summary>Never governed: a superuser that no class names.</summary>
    Superuser,

    /// <summary>Never governed: it begins, ends, prepares or divides a transaction.</summary>
    TransactionControl,

    /// <summary>Let out: it blocks others.</summary>
    Blocks,

    /// <summary>Let out: it commits, or holds or waits for a lightweight lock that others need.</summary>
    Commits,

    /// <summary>Left alone: its transaction was open and has written, and its class does not name that.</summary>
    HasWritten,

    /// <summary>A run-time rule put it there.</summary>
    Rule,

    /// <summary>Its fingerprint is in quarantine.</summary>
    Quarantine,

    /// <summary>Its class is not final yet.</summary>
    Provisional,

    /// <summary>Too young to be moved.</summary>
    Young,
}
