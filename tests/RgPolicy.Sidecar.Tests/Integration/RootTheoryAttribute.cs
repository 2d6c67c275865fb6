namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A table of tests that change real cgroups: needs root, skipped with the reason otherwise.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RootTheoryAttribute : TheoryAttribute
{
    public RootTheoryAttribute() => Skip = RealHost.ReasonToSkip;
}
