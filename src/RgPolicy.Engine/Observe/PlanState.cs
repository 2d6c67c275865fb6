namespace RgPolicy.Engine.Observe;

/// <summary>Whether a plan is known.</summary>
public enum PlanState
{
    /// <summary>It will come.</summary>
    Pending,

    /// <summary>It is here.</summary>
    Known,

    /// <summary>It cannot come any more: none exists, or it may not be read.</summary>
    Absent,

    /// <summary>Another execution's, of the same statement with other constants. It may be this one's too.</summary>
    Expected,
}
