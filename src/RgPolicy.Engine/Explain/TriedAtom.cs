using System.Collections.Immutable;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Explain;

/// <summary>A question that a class asked.</summary>
/// <param name="Text">In the words of the policy.</param>
/// <param name="Signal">The signal's full name, or null for a window.</param>
/// <param name="Value">The signal's value as data.</param>
/// <param name="ValueText">The value for people, such as <c>12 MiB</c>; <c>pending</c> or <c>absent</c>
/// when it is not known.</param>
/// <param name="Result">What the question came to.</param>
/// <param name="Decides">The class's result rests on it.</param>
public sealed record TriedAtom(
    string Text,
    string? Signal,
    SignalValue Value,
    string ValueText,
    Truth Result,
    bool Decides
);

/// <summary>A class that was tried.</summary>
/// <param name="Class">Its name.</param>
/// <param name="Line">Its line in the policy.</param>
/// <param name="Result">What its condition came to.</param>
/// <param name="Atoms">Every question that its condition asks, in the order of the text; none for
/// <c>default</c>.</param>
public sealed record TriedClass(string Class, int Line, Truth Result, ImmutableArray<TriedAtom> Atoms);
