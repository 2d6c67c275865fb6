using System.Diagnostics;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Measure;

/// <summary>Measures between two moments what RgPolicy's own processes and its backends use.</summary>
internal sealed class CostMeter
{
    private readonly BenchServer _server;
    private readonly GovernedServer _governed;
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private Dictionary<int, double> _start = [];

    private CostMeter(BenchServer server, GovernedServer governed) => (_server, _governed) = (server, governed);

    public static async Task<CostMeter> StartAsync(
        BenchServer server,
        GovernedServer governed,
        CancellationToken cancellationToken
    )
    {
        var meter = new CostMeter(server, governed);
        await server.ExecuteAsync("select pg_stat_statements_reset()", cancellationToken);
        meter._start = Cpu([.. meter.Own, .. await meter.BackendsAsync(cancellationToken)]);
        meter._clock.Restart();
        return meter;
    }

    public async Task<OwnCost> StopAsync(CancellationToken cancellationToken)
    {
        var seconds = _clock.Elapsed.TotalSeconds;
        var backends = await BackendsAsync(cancellationToken);
        var now = Cpu([.. Own, .. backends]);
        var service = _governed.Service.ProcessId;
        var (milliseconds, calls) = await PollAsync(cancellationToken);
        return new OwnCost(
            Used(now, [service]) / seconds,
            Used(now, _governed.SidecarProcesses) / seconds,
            Used(now, backends) / seconds,
            milliseconds,
            calls / seconds
        );
    }

    private IEnumerable<int> Own => [_governed.Service.ProcessId, .. _governed.SidecarProcesses];

    private double Used(Dictionary<int, double> now, IEnumerable<int> processes) =>
        processes.Sum(p => now.GetValueOrDefault(p) - _start.GetValueOrDefault(p));

    private static Dictionary<int, double> Cpu(IEnumerable<int> processes) =>
        processes.Distinct().ToDictionary(p => p, p => ProcessFacts.CpuSeconds(p) ?? 0);

    private async Task<List<int>> BackendsAsync(CancellationToken cancellationToken)
    {
        await using var connection = await _server.OpenAsync("postgres", cancellationToken);
        await using var command = connection.CreateCommand();
        command.CommandText = $"select pid from pg_stat_activity where usename = '{BenchRoles.Observer}'";
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        List<int> backends = [];
        while (await reader.ReadAsync(cancellationToken))
            backends.Add(reader.GetInt32(0));
        return backends;
    }

    // The poll is the observer's most frequent statement.
    private async Task<(double Milliseconds, double Calls)> PollAsync(CancellationToken cancellationToken)
    {
        await using var connection = await _server.OpenAsync("postgres", cancellationToken);
        await using var command = connection.CreateCommand();
        command.CommandText = $"""
            select mean_exec_time, calls::float8 from pg_stat_statements
            where userid = '{BenchRoles.Observer}'::regrole order by calls desc limit 1
            """;
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        return await reader.ReadAsync(cancellationToken) ? (reader.GetDouble(0), reader.GetDouble(1)) : (double.NaN, 0);
    }
}
