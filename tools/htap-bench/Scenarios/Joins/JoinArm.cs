namespace RgPolicy.HtapBench.Scenarios.Joins;

/// <summary>How the six joins of a run are brought onto the cores.</summary>
internal enum JoinArm
{
    /// <summary>All at once, ungoverned.</summary>
    AtOnce,

    /// <summary>All at once, under a policy that gives them two slots.</summary>
    Slots,

    /// <summary>The same, and a schedule chooses who has them: the smallest hash tables first.</summary>
    Schedule,

    /// <summary>All at once; a script gives all but the two oldest a low weight.</summary>
    Script,

    /// <summary>The client begins two at a time; ungoverned.</summary>
    Queue,
}
