namespace RgPolicy.Language.Signals;

/// <summary>One thing that a condition can ask about.</summary>
/// <param name="Ordinal">Position in <see cref="SignalCatalog.All"/>; the index into every table of
/// signal values.</param>
/// <param name="Name">Full name, such as <c>plan.shape</c>.</param>
/// <param name="Phase">When it can be known.</param>
/// <param name="Type">Its type.</param>
/// <param name="IsTargetConstant">Known when the policy is compiled for a target (<c>host.llc</c>,
/// <c>dbms.kind</c>).</param>
/// <param name="Words">For an enum its words, in the order of their numbers; else empty.</param>
public sealed record Signal(
    int Ordinal,
    string Name,
    SignalPhase Phase,
    SignalType Type,
    bool IsTargetConstant,
    ImmutableArray<string> Words
);

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

/// <summary>The types of the policy language.</summary>
public enum SignalType
{
    /// <summary>Whole bytes.</summary>
    Bytes,

    /// <summary>Bytes per second.</summary>
    BytesPerSecond,

    /// <summary>A duration; seconds as a decimal.</summary>
    Duration,

    /// <summary>A percentage; 60 % is 60.</summary>
    Percent,

    /// <summary>A whole number of things.</summary>
    Count,

    /// <summary>A plain number.</summary>
    Number,

    /// <summary>Whole numbers joined by dots.</summary>
    Version,

    /// <summary>Text; compared ordinally, ignoring case unless <c>exactly</c>.</summary>
    Text,

    /// <summary>One of a fixed list of words.</summary>
    Enum,

    /// <summary>True or false.</summary>
    Bool,

    /// <summary>A set of text.</summary>
    Set,
}
