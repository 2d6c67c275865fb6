namespace RgPolicy.Service.ThisHost;

/// <summary>Where the sidecar is.</summary>
/// <param name="SocketPath">Its socket.</param>
/// <param name="StateDirectory">The directory of its journal.</param>
/// <param name="InstallDirectory">The directory of its executable.</param>
public sealed record SidecarPlace(string SocketPath, string StateDirectory, string InstallDirectory);
