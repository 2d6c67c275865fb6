namespace RgPolicy.HtapBench.Scenarios.Starts;

/// <summary>The benchmark's own share of the processors.</summary>
internal static class OwnShare
{
    private const string Autogroup = "/proc/self/autogroup";

    /// <summary>Whoever measures must not wait behind the load. Programs that begin a session of their
    /// own do not inherit it.</summary>
    public static void Raise()
    {
        if (Environment.IsPrivilegedProcess && File.Exists(Autogroup))
            File.WriteAllText(Autogroup, "-20");
    }
}
