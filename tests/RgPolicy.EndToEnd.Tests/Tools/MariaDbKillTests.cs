using RgPolicy.EndToEnd.Tests.Governing;
using RgPolicy.MariaDbBench;

namespace RgPolicy.EndToEnd.Tests.Tools;

/// <summary>A short run of <c>tools/mariadb-bench kills</c>.</summary>
public sealed class MariaDbKillTests
{
    [MariaDbRootFact]
    public async Task Kills_TwoSeededRounds_LeaveNothingBehind()
    {
        await using var output = new StringWriter();

        var report = await KillRounds.RunAsync(rounds: 2, seed: 7, facts: 300_000, output, CancellationToken.None);

        report.Write(output);
        Assert.True(report.IsClean, output.ToString());
        Assert.Contains(report.Rounds, round => round.Governed > 0);
    }
}
