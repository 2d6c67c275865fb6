namespace RgPolicy.Language.Model;

/// <summary>True or false.</summary>
public sealed record BoolConstant(bool Value) : Constant;
