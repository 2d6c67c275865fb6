namespace RgPolicy.Engine.Classify.Scales;

/// <summary>Where the scale of a number signal lies in a <see cref="NumberTable"/>.</summary>
/// <param name="Ordinal">The signal.</param>
/// <param name="Keys">Its first bound among the keys.</param>
/// <param name="Cells">Its first cell.</param>
/// <param name="Small">Its first small whole number, or -1 where some bound is none.</param>
/// <param name="IsExact">Every bound is its double.</param>
/// <param name="Grid">Divides its numbers into cells.</param>
internal readonly record struct NumberEntry(int Ordinal, int Keys, int Cells, int Small, bool IsExact, KeyGrid Grid);
