namespace RgPolicy.Engine.Compile.Phases;

/// <summary>When something can be decided at the earliest, in the order in which it comes.</summary>
public enum DecisionPhase
{
    /// <summary>When the policy is compiled: the target's constants are enough.</summary>
    Target,

    /// <summary>At login.</summary>
    Session,

    /// <summary>With the statement's text; history comes with its fingerprint.</summary>
    Statement,

    /// <summary>With the plan.</summary>
    Plan,

    /// <summary>While it runs, and by what is measured meanwhile.</summary>
    Request,
}
