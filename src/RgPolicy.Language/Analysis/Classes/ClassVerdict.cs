using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>What was proved about one class.</summary>
/// <param name="State">What can come of it.</param>
internal sealed record ClassVerdict(ClassState State)
{
    /// <summary>For a shadowed class those that shadow it, in the order of the text.</summary>
    public ImmutableArray<int> ShadowedBy { get; init; } = [];

    /// <summary>Queries that the class takes: known ones, or for a class that matches only while
    /// signals are unknown others.</summary>
    public Room? Gap { get; init; }

    /// <summary>For a class that matches only while signals are unknown: a smallest such list of signals.</summary>
    public ImmutableArray<Signal> Unknown { get; init; } = [];

    /// <summary>The condition is always true.</summary>
    public bool IsAlwaysTrue { get; init; }

    /// <summary>Without the class every query would get the same pool; null where that was not decided.</summary>
    public bool? IsRedundant { get; init; } = false;
}
