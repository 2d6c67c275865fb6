using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>What docs/howto/emergency.md tells to type where nothing of RgPolicy is left to do it.</summary>
internal static class EmergencyPage
{
    private const string AllGroups = "/sys/fs/cgroup";

    /// <summary>Types it, for the groups below this one alone: others' tests have some too.</summary>
    internal static void TypeByHand(string group)
    {
        var page = File.ReadAllText(Path.Join(AppContext.BaseDirectory, "docs", "emergency.md"));
        var part = page[page.IndexOf("## By hand", StringComparison.Ordinal)..];
        var begin = part.IndexOf("```sh\n", StringComparison.Ordinal) + 6;
        var block = part[begin..part.IndexOf("\n```", begin, StringComparison.Ordinal)];
        Assert.Contains(AllGroups, block, StringComparison.Ordinal);
        using var shell = Process.Start("sh", ["-c", block.Replace(AllGroups, group, StringComparison.Ordinal)]);
        shell.WaitForExit();
    }
}
