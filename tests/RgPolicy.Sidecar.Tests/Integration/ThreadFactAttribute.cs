using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A test that moves threads of a real MariaDB; skipped, with the reason, without root or without
/// one.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ThreadFactAttribute : FactAttribute
{
    public ThreadFactAttribute() => Skip = RealHost.ReasonToSkip ?? MariaDbPrograms.ReasonToSkip;
}
