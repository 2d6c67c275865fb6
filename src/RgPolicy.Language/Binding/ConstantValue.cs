using System.Collections.Immutable;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Binding;

/// <summary>What a constant expression is worth, before the place where it stands asks for a type.</summary>
internal abstract record ConstantValue(ConstantKind Kind)
{
    /// <summary>A number in the base unit of its kind.</summary>
    /// <param name="Kind">Its unit.</param>
    /// <param name="Amount">How much.</param>
    /// <param name="Literal">The digits as written when it is a bare number, since <c>15.10</c> may be
    /// a version.</param>
    internal sealed record Numeric(ConstantKind Kind, Rational Amount, string? Literal = null) : ConstantValue(Kind)
    {
        /// <summary>A fact of the host is part of it, so that it is another number elsewhere.</summary>
        public bool IsOfHost { get; init; }
    }

    internal sealed record OfText(string Text, bool Exactly) : ConstantValue(ConstantKind.Text);

    internal sealed record OfVersion(ImmutableArray<long> Parts) : ConstantValue(ConstantKind.Version);

    internal sealed record OfBool(bool Truth) : ConstantValue(ConstantKind.Bool);
}
