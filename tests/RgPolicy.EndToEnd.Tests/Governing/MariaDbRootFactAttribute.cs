using RgPolicy.Testing.MariaDb;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A test that governs a real MariaDB; skipped, with the reason, without root or without one.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class MariaDbRootFactAttribute : FactAttribute
{
    public MariaDbRootFactAttribute() =>
        Skip = Environment.IsPrivilegedProcess
            ? MariaDbPrograms.ReasonToSkip
            : "governing threads needs root: run as root";

    /// <summary>Whether it also needs a host on which nothing else runs.</summary>
    public bool IsOnQuietHost
    {
        get => Skip == QuietHostFactAttribute.Reason;
        set => Skip ??= value ? QuietHostFactAttribute.Reason : null;
    }
}
