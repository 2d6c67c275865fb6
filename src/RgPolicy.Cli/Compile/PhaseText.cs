using RgPolicy.Engine.Compile.Phases;

namespace RgPolicy.Cli.Compile;

/// <summary>How phases are named.</summary>
internal static class PhaseText
{
    /// <summary>As documents name it.</summary>
    public static string Name(DecisionPhase phase) =>
        phase switch
        {
            DecisionPhase.Target => "target",
            DecisionPhase.Session => "session",
            DecisionPhase.Statement => "statement",
            DecisionPhase.Plan => "plan",
            _ => "request",
        };

    /// <summary>For people.</summary>
    public static string Text(DecisionPhase phase) =>
        phase switch
        {
            DecisionPhase.Target => "by the target",
            DecisionPhase.Session => "at login",
            DecisionPhase.Statement => "with the statement's text",
            DecisionPhase.Plan => "with the plan",
            _ => "while it runs",
        };
}
