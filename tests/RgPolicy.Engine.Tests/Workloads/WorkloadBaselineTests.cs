using RgPolicy.Engine.Tests.Building;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Engine.Tests.Workloads;

/// <summary>What drawn queries add up to.</summary>
public sealed class WorkloadBaselineTests
{
    [Fact]
    public void Conclude_DrawnQueries_AddsUpToWhatIsWritten()
    {
        var (server, tally) = (new DrawnServer(4), new WorkloadTally());
        for (var turn = 0; turn < 400; turn++)
            tally.Take(server.Next());

        var workload = tally.Conclude(TimeSpan.FromSeconds(server.Now));

        Baseline.Check(
            "workload.txt",
            workload
                .Groups.Select(group =>
                    Text(
                        $"{group.Session.Login} {group.Session.App} {group.Statement?.Fingerprint}: {group.Plan.State} {group.Plan.Profile?.Shape}, {group.Executions} times, {group.Seconds:0.###} s, longest {group.Longest:0.###} s, lasts {group.Lasts:0.###}, cpu {group.CpuSeconds:0.###}, hours {group.Hours:x}"
                    )
                )
                .Append(
                    Text(
                        $"{workload.Queries} queries, {workload.TooShort} too short, {workload.Exempt} exempt, {workload.Merged} merged, {workload.Recorded}"
                    )
                )
        );
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
