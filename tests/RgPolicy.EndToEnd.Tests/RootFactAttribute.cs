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
