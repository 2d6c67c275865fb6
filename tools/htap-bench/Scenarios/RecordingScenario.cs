using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>Records OLTP, analytics and a COPY FROM side by side, ungoverned; the sample recording is
/// made by this.</summary>
internal sealed class RecordingScenario(BenchServer server, BenchOptions options)
{
    public async Task RunAsync(TextReport report, CancellationToken cancellationToken)
    {
        report.Begin(ScenarioNames.Recording, options.RecordingFile);
        var clock = Stopwatch.StartNew();
        await using var oltp = OltpLoad.Start(server, options.Rate ?? PairScenarios.ModerateRate, options.Seed);
        await using var recorder = Record();
        var analytics = new AnalyticLoad(server, clock);
        analytics.Start(PairScenarios.AnalyticClients, cancellationToken);
        var copy = CopyLoad.Start(server, clock, clients: 1, hasSmallRows: false, cancellationToken);
        if (!await recorder.WaitAsync(TimeSpan.FromSeconds(options.Seconds + 30)) || recorder.ExitCode != 0)
            throw new InvalidOperationException("rgp record failed: " + recorder.Errors);
        await analytics.StopAsync();
        await copy.StopAsync();
        await oltp.StopAsync();
        report.Line("   " + recorder.Output.TrimEnd());
    }

    private ChildProgram Record() =>
        ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "record",
                "--server",
                server.Cluster.Url(BenchRoles.Observer, BenchServer.Database),
                "--out",
                options.RecordingFile,
                "--force",
                "--for",
                options.Seconds.ToString(CultureInfo.InvariantCulture) + "s",
            ]
        );
}
