namespace RgPolicy.EndToEnd.Tests;

/// <summary>A theory that needs root, because it really governs processes; elsewhere it is skipped and says so.</summary>
internal sealed class RootTheoryAttribute : TheoryAttribute
{
    public RootTheoryAttribute() => Skip = new RootFactAttribute().Skip;
}
