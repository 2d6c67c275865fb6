namespace RgPolicy.Engine.Explain;

/// <summary>The capacity mask of one L3 domain, before and after.</summary>
/// <param name="Domain">The domain's number, as the kernel names it.</param>
/// <param name="Before">The ways before the last change, as bits; every way where there was none.</param>
/// <param name="After">The ways now, as bits.</param>
public readonly record struct MaskChange(int Domain, ulong Before, ulong After);
