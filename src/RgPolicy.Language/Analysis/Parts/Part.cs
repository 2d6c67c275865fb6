using System.Runtime.CompilerServices;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>A part of a condition that could be left out: an operand, a list's element, or an end of a range.</summary>
/// <param name="Whole">What it is a part of: and, or, a list or a range.</param>
/// <param name="Place">Which operand or element; of a range 0 is the low end and 1 the high one.</param>
internal sealed record Part(Condition Whole, int Place)
{
    /// <summary>The same part of the same condition; one that only reads alike is another.</summary>
    public bool Equals(Part? other) => other is not null && ReferenceEquals(Whole, other.Whole) && Place == other.Place;

    public override int GetHashCode() => HashCode.Combine(RuntimeHelpers.GetHashCode(Whole), Place);
}
