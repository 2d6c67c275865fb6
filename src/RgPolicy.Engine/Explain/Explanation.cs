using System.Collections.Immutable;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.CoRun;

namespace RgPolicy.Engine.Explain;

/// <summary>Why a query has its class and limits; the material of <c>rgp why</c>.</summary>
public sealed record Explanation
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
