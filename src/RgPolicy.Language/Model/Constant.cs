namespace RgPolicy.Language.Model;

/// <summary>A bound constant of a condition.</summary>
public abstract record Constant;
