using RgPolicy.Chaos;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Tools;

/// <summary>A seeded tenth of what tools/chaos does.</summary>
public sealed class ChaosTests
{
    [RootFact]
    public async Task Chaos_FiveSeededRounds_LeavesNothingBehind()
    {
        await using var output = new StringWriter();
        var options = new ChaosOptions(Rounds: 5, Seed: 7, Scale: 0.2, ProductFiles.Path("policies", "htap.rgp"));

        var report = await ChaosRun.RunAsync(options, output, CancellationToken.None);

        report.Write(output);
        Assert.True(report.IsClean, output.ToString());
        Assert.Contains(report.Rounds, r => r.Governed > 0);
    }
}
