using System.Collections.Immutable;
using RgPolicy.Engine.Classify;

namespace RgPolicy.Engine.Explain;

/// <summary>A class that was tried.</summary>
/// <param name="Class">Its name.</param>
/// <param name="Line">Its line in the policy.</param>
/// <param name="Result">What its condition came to.</param>
/// <param name="Atoms">Every question that its condition asks, in the order of the text; none for
/// <c>default</c>.</param>
public sealed record TriedClass(string Class, int Line, Truth Result, ImmutableArray<TriedAtom> Atoms);
