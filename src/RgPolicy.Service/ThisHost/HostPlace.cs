using RgPolicy.Host.Facts;

namespace RgPolicy.Service.ThisHost;

/// <summary>Where on this host a loop is put together, and what with.</summary>
/// <param name="Root">Where the kernel's files are read.</param>
/// <param name="IsRoot">True when this process is root.</param>
/// <param name="Time">The clock.</param>
public sealed record HostPlace(FileRoot Root, bool IsRoot, TimeProvider Time);
