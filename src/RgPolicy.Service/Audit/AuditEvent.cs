namespace RgPolicy.Service.Audit;

/// <summary>What an audit trail tells of.</summary>
public enum AuditEvent
{
    /// <summary>The service began to govern.</summary>
    Start,

    /// <summary>The service ended.</summary>
    End,

    /// <summary>A process was put into a pool or let go.</summary>
    Move,

    /// <summary>A query was cancelled.</summary>
    Cancel,

    /// <summary>A hint for later executions was set, cleared or refused.</summary>
    Hint,

    /// <summary>CPUs of a resource pool were given masks, or all were given back.</summary>
    Masks,

    /// <summary>Another revision of the policy came into force.</summary>
    Policy,

    /// <summary>A changed policy was rejected.</summary>
    Rejected,

    /// <summary>Everything was let go until it is resumed.</summary>
    Pause,

    /// <summary>The policy is enforced again.</summary>
    Resume,

    /// <summary>Entries could not be written before this one.</summary>
    Gap,
}
