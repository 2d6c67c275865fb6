using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Conditions;

/// <summary>A number in the base unit of its signal's type: bytes, bytes/s, seconds, percent, or plain.</summary>
public sealed record NumberConstant(Rational Value) : Constant;
