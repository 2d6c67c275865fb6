namespace RgPolicy.Engine.Signals.Scales;

/// <summary>How a <see cref="NumberTable"/> divides the values of a number signal.</summary>
/// <param name="Ordinal">The signal.</param>
/// <param name="Groups">Where the groups of its grid begin; unused where cells are whole numbers.</param>
/// <param name="Last">Its last cell.</param>
/// <param name="Grid">Its grid; unused where cells are whole numbers.</param>
internal readonly record struct NumberEntry(int Ordinal, int Groups, int Last, KeyGrid Grid);
