using RgPolicy.Testing.MariaDb;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A theory that governs a real MariaDB; skipped, with the reason, without root or without one.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class MariaDbRootTheoryAttribute : TheoryAttribute
{
    public MariaDbRootTheoryAttribute() =>
        Skip = Environment.IsPrivilegedProcess
            ? MariaDbPrograms.ReasonToSkip
            : "governing threads needs root: run as root";
}
