namespace RgPolicy.Engine.Classify.Scales;

/// <summary>Where the scale of a number signal lies in a <see cref="NumberTable"/>.</summary>
/// <param name="Ordinal">The signal.</param>
/// <param name="Keys">Its first bound among the keys.</param>
/// <param name="Cells">Its first cell.</param>
/// <param name="LastCell">The number of its last cell, from 0.</param>
/// <param name="Shift">The bits of a double above this one number the cells.</param>
/// <param name="Small">Its first small whole number, or -1 where some bound is none.</param>
/// <param name="FirstCell">What the bits number the first cell.</param>
internal readonly record struct NumberEntry(int Ordinal, int Keys, int Cells, int LastCell, int Shift, int Small, long FirstCell);
