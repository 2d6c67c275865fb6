namespace RgPolicy.Engine.Rules;

/// <summary>How much rules remember, and for how long.</summary>
public sealed record RuleOptions
{
    /// <summary>Fingerprints in quarantine at the same time; beyond, those that end first are forgotten.</summary>
    public int MaximumQuarantined { get; init; } = 4096;

    /// <summary>So long after the last occasion the executions of a statement that a rule has shrunk
    /// get less.</summary>
    public TimeSpan ShrinkFor { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Statements that rules have shrunk at the same time; beyond, those that end first are
    /// forgotten.</summary>
    public int MaximumShrunk { get; init; } = 4096;
}
