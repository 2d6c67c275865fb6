using System.Collections.Immutable;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Compile.Phases;

/// <summary>What a phase decides, and what it leaves.</summary>
/// <param name="Phase">The phase.</param>
/// <param name="Decided">Classes whose decision can be final with it: all that their conditions and those above ask is
/// known. In the order of the text.</param>
/// <param name="Never">Classes that it shows can never match.</param>
/// <param name="Residue">The classes that are open after it, in the order of the text.</param>
public sealed record PhaseResult(
    DecisionPhase Phase,
    ImmutableArray<QueryClass> Decided,
    ImmutableArray<QueryClass> Never,
    ImmutableArray<ClassResidue> Residue
);
