namespace RgPolicy.Language.Conditions;

/// <summary>A word of an enum signal; <paramref name="Index"/> is its position in the signal's list.</summary>
public sealed record WordConstant(string Word, int Index) : Constant;
