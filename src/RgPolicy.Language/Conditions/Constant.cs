namespace RgPolicy.Language.Conditions;

/// <summary>A bound constant of a condition.</summary>
public abstract record Constant;
