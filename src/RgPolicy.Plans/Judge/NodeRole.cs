namespace RgPolicy.Plans.Judge;

/// <summary>What an operator is to its parent.</summary>
internal enum NodeRole
{
    /// <summary>First or only input; the probe side of a hash join.</summary>
    Outer,

    /// <summary>Second input; the build side of a hash join, the repeated side of nested loops.</summary>
    Inner,

    /// <summary>One of several inputs that are read one after the other.</summary>
    Member,

    /// <summary>Runs once, before its parent.</summary>
    Once,

    /// <summary>Runs for rows of its parent.</summary>
    PerRow,
}
