namespace RgPolicy.Language.Conditions;

/// <summary>True or false.</summary>
public sealed record BoolConstant(bool Value) : Constant;
