using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Explain;

/// <summary>Why a query has its class and limits; the material of <c>rgp why</c>.</summary>
internal sealed record Explanation
{
    /// <summary>The class's name.</summary>
    public required string Class { get; init; }

    /// <summary>The line of the class in the policy.</summary>
    public required int Line { get; init; }

    /// <summary>A pending signal can still change the class.</summary>
    public required bool IsProvisional { get; init; }

    /// <summary>Signals that the tried classes asked about and that are not known, pending and absent.</summary>
    public required ImmutableArray<UnknownSignal> UnknownSignals { get; init; }

    /// <summary>Every class from the first to the winner.</summary>
    public required ImmutableArray<TriedClass> Tried { get; init; }

    /// <summary>The pool's name.</summary>
    public required string Pool { get; init; }

    /// <summary>What its processes have because of that.</summary>
    public required ExplainedAllotment Allotment { get; init; }

    /// <summary>Under <c>cache strategy locality</c>, whether it should run beside the others; null
    /// where nothing is said of it.</summary>
    public CoRunVerdict? CoRun { get; init; }

    /// <summary>What becomes of each of the pool's settings.</summary>
    public required ImmutableArray<SettingEffect> Settings { get; init; }

    /// <summary>The program's revision.</summary>
    public required string Revision { get; init; }
}

/// <summary>A signal that is not known.</summary>
/// <param name="Name">Its full name.</param>
/// <param name="IsPending">True when it will come; false when it cannot come any more.</param>
internal sealed record UnknownSignal(string Name, bool IsPending);

/// <summary>A question that a class asked.</summary>
/// <param name="Text">In the words of the policy.</param>
/// <param name="Signal">The signal's full name, or null for a window.</param>
/// <param name="Value">The signal's value as data.</param>
/// <param name="ValueText">The value for people, such as <c>12 MiB</c>; <c>pending</c> or <c>absent</c>
/// when it is not known.</param>
/// <param name="Result">What the question came to.</param>
/// <param name="Decides">The class's result rests on it.</param>
internal sealed record TriedAtom(
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
internal sealed record TriedClass(string Class, int Line, Truth Result, ImmutableArray<TriedAtom> Atoms);
