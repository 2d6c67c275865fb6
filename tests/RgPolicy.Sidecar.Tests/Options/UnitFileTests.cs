using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Options;

/// <summary>The shipped units, judged by systemd's own tool.</summary>
public sealed class UnitFileTests
{
    private const string Tool = "/usr/bin/systemd-analyze";

    public static TheoryData<string> Units =>
        ["rgpolicy-sidecar", "rgpolicy-provision", "rgpolicy-sidecar-root", "rgpolicy-prefetchers"];

    [UnitTheory]
    [MemberData(nameof(Units))]
    public void Exposure_OfAUnit_IsAtMostFour(string unit)
    {
        var file = Path.Join(AppContext.BaseDirectory, "systemd", unit + ".service");
        var start = new ProcessStartInfo(Tool, ["security", "--offline=true", "--threshold=40", "--no-pager", file])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();

        Assert.Contains("Overall exposure level", output, StringComparison.Ordinal);
        Assert.True(process.ExitCode == 0, output);
    }

    [Fact]
    public void Sidecar_HasTheServersGroupAndItsClientsReachTheSocket()
    {
        var lines = File.ReadAllLines(Path.Join(AppContext.BaseDirectory, "systemd", "rgpolicy-sidecar.service"));

        // The kernel shows the links that tell a client's backend to the same user and group only.
        Assert.Contains("User=postgres", lines, StringComparer.Ordinal);
        Assert.Contains("Group=postgres", lines, StringComparer.Ordinal);
        Assert.Contains("SupplementaryGroups=rgpolicy", lines, StringComparer.Ordinal);
        Assert.Contains("RuntimeDirectoryMode=0751", lines, StringComparer.Ordinal);
    }

    [Fact]
    public void Preset_NamesEveryUnit()
    {
        var directory = Path.Join(AppContext.BaseDirectory, "systemd");

        Assert.Equal(
            Directory
                .GetFiles(directory, "*.service")
                .Select(f => "disable " + Path.GetFileName(f))
                .Order(StringComparer.Ordinal),
            File.ReadAllLines(Path.Join(directory, "rgpolicy.preset"))
                .Where(line => line is not ['#', ..])
                .Order(StringComparer.Ordinal)
        );
    }

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class UnitTheoryAttribute : TheoryAttribute
    {
        public UnitTheoryAttribute() =>
            Skip = File.Exists(Tool) ? null : $"needs {Tool}: apt-get install --no-install-recommends systemd";
    }
}
