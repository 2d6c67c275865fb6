using RgPolicy.Host.Facts;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A test that moves threads of a real MariaDB in the hierarchy of version 2; skipped, with the reason, where
/// there is none.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UnifiedThreadFactAttribute : FactAttribute
{
    public UnifiedThreadFactAttribute() =>
        Skip =
            RealHost.ReasonToSkip
            ?? MariaDbPrograms.ReasonToSkip
            ?? (Mount is null ? "needs a mounted cgroup hierarchy of version 2" : null);

    /// <summary>Where that hierarchy is, or null.</summary>
    internal static string? Mount =>
        MountTable
            .Read(FileRoot.Machine)
            .FirstOrDefault(each => each is { FileSystem: "cgroup2", Root: "/" })
            ?.MountPoint;
}
