namespace RgPolicy.Language.Analysis.Classes;

/// <summary>What can come of a class.</summary>
internal enum ClassState
{
    /// <summary>Some query whose signals are all known is taken by it.</summary>
    Matches,

    /// <summary>Its condition is never true.</summary>
    NeverTrue,

    /// <summary>One class above it matches wherever it would.</summary>
    ShadowedByOne,

    /// <summary>Several classes above it match, together, wherever it would.</summary>
    ShadowedByAll,

    /// <summary>It takes queries only while some signal is unknown.</summary>
    OnlyWhileUnknown,

    /// <summary>The class stands below one whose condition is always true.</summary>
    Unreachable,

    /// <summary>The work budget was spent first.</summary>
    Undecided,

    /// <summary>Not asked: the classes above took the whole work budget.</summary>
    NotAsked,
}
