namespace RgPolicy.Language.Numbers;

/// <summary>A unit: what it measures, and how much of the base unit it is.</summary>
internal sealed record Unit(ConstantKind Kind, Rational Factor);
