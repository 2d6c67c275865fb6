namespace RgPolicy.Language.Analysis.Regions;

/// <summary>A box of a class.</summary>
/// <param name="Owner">The class's index.</param>
/// <param name="Box">Where it matches.</param>
internal readonly record struct OwnedBox(int Owner, Box Box);
