using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>One thing that a rule may come to, and for which queries: those of its boxes that no other
/// box takes.</summary>
/// <param name="Key">What it comes to; equal keys do the same.</param>
/// <param name="Boxes">Where it may.</param>
/// <param name="Except">Where it does not.</param>
internal sealed record RuleOutcome(string Key, ImmutableArray<Box> Boxes, ImmutableArray<Box> Except)
{
    /// <summary>What is done, without which step does it.</summary>
    public string Action => Key.AsSpan().LastIndexOf(" #") is var end and >= 0 ? Key[..end] : Key;

    /// <summary>Where it puts the query; null where it leaves it.</summary>
    public string? Place { get; init; }
}
