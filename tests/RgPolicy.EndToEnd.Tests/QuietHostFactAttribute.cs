namespace RgPolicy.EndToEnd.Tests;

/// <summary>A test of what RgPolicy leaves alone while other programs use the processors: it needs root and a host on which nothing
/// else runs, which its caller promises by RGPOLICY_QUIET_HOST=1. The gate builds packages beside its tests.</summary>
internal sealed class QuietHostFactAttribute : FactAttribute
{
    public QuietHostFactAttribute() => Skip = new RootFactAttribute().Skip ?? Reason;

    /// <summary>Why a test that needs such a host is skipped; null where there is one.</summary>
    public static string? Reason =>
        Environment.GetEnvironmentVariable("RGPOLICY_QUIET_HOST") is "1"
            ? null
            : "it needs a host of its own: set RGPOLICY_QUIET_HOST=1 where nothing else runs";
}

/// <summary>The same for a test with data.</summary>
internal sealed class QuietHostTheoryAttribute : TheoryAttribute
{
    public QuietHostTheoryAttribute() => Skip = new QuietHostFactAttribute().Skip;
}
