namespace RgPolicy.Language.Analysis.Space;

/// <summary>The cells of a dimension's known values.</summary>
/// <param name="Count">How many; at least 1.</param>
internal abstract record Axis(int Count);
