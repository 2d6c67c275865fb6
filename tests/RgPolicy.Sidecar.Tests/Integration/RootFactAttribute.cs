namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A test that changes real cgroups: needs root, skipped with the reason otherwise.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RootFactAttribute : FactAttribute
{
    public RootFactAttribute() => Skip = RealHost.ReasonToSkip;
}
