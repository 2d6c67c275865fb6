using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>
/// RgPolicy's own memory, threads, descriptors and processor time beside 1,000 active sessions: 950 of
/// an application in statements of a minute, 50 of analysts in statements of some seconds. They wait, so that the
/// machine has room for all of them. With a reader somebody looks at the page and the status all the time.
/// </summary>
internal sealed class SessionsScenario(BenchServer server, Runner runner, BenchOptions options)
{
    private const int Application = 950;
    private const int Analysts = 50;
    private const int SamplesAMinute = 12;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(60.0 / SamplesAMinute);

    public async Task<SessionsOutcome> RunAsync(TextReport report, CancellationToken cancellationToken)
    {
        var port = FreePort();
        await using var governor = await runner.GovernAsync(
            options.Reader ? ["--listen", port.ToString(CultureInfo.InvariantCulture)] : []
        );
        await using var application = WaitingSessions.Start(
            server,
            BenchRoles.Oltp,
            Application,
            "select pg_sleep($1)",
            n => 30 + n % 60,
            cancellationToken
        );
        await using var analysts = WaitingSessions.Start(
            server,
            BenchRoles.Analytics,
            Analysts,
            "select count(*), pg_sleep($1) from generate_series(1, 1000)",
            n => 1 + n % 10,
            cancellationToken
        );
        await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds + 3), cancellationToken);
        await using var reader = options.Reader ? PageReader.Start(new Uri($"http://127.0.0.1:{port}")) : null;
        var clock = Stopwatch.StartNew();
        List<SessionsSample> samples = [Sample(governor, clock)];
        while (clock.Elapsed.TotalSeconds < options.Seconds)
        {
            await Task.Delay(Interval, cancellationToken);
            samples.Add(Sample(governor, clock));
            if (samples.Count % SamplesAMinute == 0)
                report.SessionsSample(samples[^1]);
        }

        return new SessionsOutcome(Application + Analysts, samples, reader?.Answers);
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static SessionsSample Sample(GovernedServer governor, Stopwatch clock) =>
        new(
            clock.Elapsed.TotalSeconds,
            ProcessSample.Take([governor.Service.ProcessId]),
            ProcessSample.Take(governor.SidecarProcesses)
        );
}
