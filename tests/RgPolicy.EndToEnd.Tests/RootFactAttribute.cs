namespace RgPolicy.EndToEnd.Tests;

/// <summary>A test that needs root, because it really governs processes; elsewhere it is skipped and says so.</summary>
internal sealed class RootFactAttribute : FactAttribute
{
    public RootFactAttribute()
    {
        if (!Environment.IsPrivilegedProcess)
            Skip = "governing processes needs root: run as root";
    }
}

/// <summary>The same for a test with data.</summary>
internal sealed class RootTheoryAttribute : TheoryAttribute
{
    public RootTheoryAttribute() => Skip = new RootFactAttribute().Skip;
}
