namespace RgPolicy.Service.Policies;

/// <summary>What can become of an order to reload.</summary>
internal enum ReloadOutcomeKind
{
    /// <summary>Another revision is in force.</summary>
    Replaced,

    /// <summary>The policy is the one that was in force.</summary>
    Unchanged,

    /// <summary>There was an error; what was in force stays.</summary>
    Rejected,
}
