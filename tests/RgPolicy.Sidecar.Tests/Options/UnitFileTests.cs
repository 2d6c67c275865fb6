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

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class UnitTheoryAttribute : TheoryAttribute
    {
        public UnitTheoryAttribute() =>
            Skip = File.Exists(Tool) ? null : $"needs {Tool}: apt-get install --no-install-recommends systemd";
    }
}
