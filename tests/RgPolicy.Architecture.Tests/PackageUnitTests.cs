namespace RgPolicy.Architecture.Tests;

/// <summary>What the package does with the units that it brings; tools/package/try runs the scripts
/// themselves.</summary>
public sealed class PackageUnitTests
{
    // Short runs of root's: an upgrade need not repeat them, and what they did stays.
    private static readonly string[] ShortRuns = ["rgpolicy-provision.service", "rgpolicy-prefetchers.service"];

    [Fact]
    public void MaintainerScripts_EachUnit_IsStoppedByARemovalAndRestartedByAnUpgrade()
    {
        var scripts = File.ReadAllText(Path.Join(Repository.Root, "tools", "package", "Contents", "LifeCycle.cs"));
        var lines = scripts.Split('\n').Select(static line => line.Trim().Split(' ')).ToArray();
        var stopped = lines.Single(static words => words is ["systemctl", "disable", "--now", ..]);
        var restarted = lines.Single(static words => words is ["systemctl", "try-restart", ..]);
        var units = Directory
            .GetFiles(Path.Join(Repository.Root, "tools", "systemd"), "rgpolicy*.service")
            .Select(static path => Path.GetFileName(path))
            .ToArray();

        Assert.Contains("rgpolicy-sidecar-root.service", units, StringComparer.Ordinal);
        Assert.All(units, unit => Assert.Contains(unit, stopped, StringComparer.Ordinal));
        Assert.All(
            units.Except(ShortRuns, StringComparer.Ordinal),
            unit => Assert.Contains(unit, restarted, StringComparer.Ordinal)
        );
    }

    [Theory]
    [InlineData("rgpolicy.service")]
    [InlineData("rgpolicy-sidecar.service")]
    [InlineData("rgpolicy-sidecar-root.service")]
    public void Unit_OfAHalfThatGoverns_IsStartedAgainHoweverOftenAndHasAShareOfItsOwn(string unit)
    {
        var lines = File.ReadAllLines(Path.Join(Repository.Root, "tools", "systemd", unit));

        Assert.Contains("StartLimitIntervalSec=0", lines, StringComparer.Ordinal);
        Assert.Contains("CPUWeight=1000", lines, StringComparer.Ordinal);
        Assert.Contains("Nice=-10", lines, StringComparer.Ordinal);
    }
}
