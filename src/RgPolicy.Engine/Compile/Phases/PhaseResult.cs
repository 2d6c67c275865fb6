using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Compile.Phases;

/// <summary>What a phase decides, and what it leaves.</summary>
/// <param name="Phase">The phase.</param>
/// <param name="Decided">Classes whose decision can be final with it: all that their conditions and those above ask is
/// known. In the order of the text.</param>
/// <param name="Never">Classes that it shows can never match.</param>
/// <param name="Residue">The classes that are open after it, in the order of the text.</param>
internal sealed record PhaseResult(
    DecisionPhase Phase,
    ImmutableArray<QueryClass> Decided,
    ImmutableArray<QueryClass> Never,
    ImmutableArray<ClassResidue> Residue
);

/// <summary>What is left of a class after a phase.</summary>
/// <param name="Class">The class.</param>
/// <param name="Left">What its condition still asks, provided that what it asked before has not settled it; empty when
/// only classes above it are open.</param>
/// <param name="WaitsFor">The signals that this asks about, in catalogue order.</param>
internal sealed record ClassResidue(QueryClass Class, string Left, ImmutableArray<string> WaitsFor);

/// <summary>When something can be decided at the earliest, in the order in which it comes.</summary>
internal enum DecisionPhase
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

/// <summary>What a step of a run-time rule reaches on a target.</summary>
/// <param name="Rule">The rule's name.</param>
/// <param name="Line">The step's line in the policy.</param>
/// <param name="When">Its condition in the words of the policy.</param>
/// <param name="Then">Its action in the words of the policy.</param>
/// <param name="Effect"><c>running</c>, <c>next_execution</c>, <c>event</c> for a message only, or <c>none</c>.</param>
/// <param name="Reason">Why.</param>
internal sealed record StepEffect(string Rule, int Line, string When, string Then, string Effect, string Reason);
