namespace RgPolicy.Language.Signals;

/// <summary>When a signal can be known at the earliest.</summary>
public enum SignalPhase
{
    /// <summary>At login.</summary>
    Session,

    /// <summary>With the statement's text.</summary>
    Statement,

    /// <summary>When the statement is compiled.</summary>
    Plan,

    /// <summary>Grows while the statement runs.</summary>
    Request,

    /// <summary>From earlier executions of the same fingerprint.</summary>
    History,

    /// <summary>Host facts: constants of the target, and measured pressure.</summary>
    Host,

    /// <summary>The DBMS as a whole.</summary>
    Dbms,
}
