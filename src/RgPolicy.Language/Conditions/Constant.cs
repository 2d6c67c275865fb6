using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Conditions;

/// <summary>A bound constant of a condition.</summary>
public abstract record Constant;

/// <summary>True or false.</summary>
public sealed record BoolConstant(bool Value) : Constant;

/// <summary>A text; <paramref name="Exactly"/> makes the comparison case-sensitive.</summary>
public sealed record TextConstant(string Value, bool Exactly) : Constant;

/// <summary>A word of an enum signal; <paramref name="Index"/> is its position in the signal's list.</summary>
public sealed record WordConstant(string Word, int Index) : Constant;

/// <summary>A number in the base unit of its signal's type: bytes, bytes/s, seconds, percent, or plain.</summary>
public sealed record NumberConstant(Rational Value) : Constant;

/// <summary>A version; missing parts count as 0.</summary>
public sealed record VersionConstant(ImmutableArray<long> Parts) : Constant;
