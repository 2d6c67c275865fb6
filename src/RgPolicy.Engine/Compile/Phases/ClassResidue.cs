using System.Collections.Immutable;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Compile.Phases;

/// <summary>What is left of a class after a phase.</summary>
/// <param name="Class">The class.</param>
/// <param name="Left">What its condition still asks, provided that what it asked before has not settled it; empty when
/// only classes above it are open.</param>
/// <param name="WaitsFor">The signals that this asks about, in catalogue order.</param>
public sealed record ClassResidue(QueryClass Class, string Left, ImmutableArray<string> WaitsFor);
