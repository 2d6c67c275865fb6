namespace RgPolicy.Engine.Allot;

/// <summary>A capacity mask in one L3 domain.</summary>
/// <param name="Domain">The domain's number, as the kernel names it.</param>
/// <param name="Mask">The ways as bits.</param>
public readonly record struct DomainMask(int Domain, ulong Mask);
