namespace RgPolicy.Language.Conditions;

/// <summary>A text; <paramref name="Exactly"/> makes the comparison case-sensitive.</summary>
public sealed record TextConstant(string Value, bool Exactly) : Constant;
