using System.Diagnostics;
using Npgsql;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Server;
using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.HtapBench.Scenarios.Joins;

/// <summary>
/// Six memory-heavy hash joins that come at the same moment, on the machine's cores: all at once, with two slots, and
/// beside them what is simpler, in an order that goes round. OLTP where a rate is given, other programs where these are.
/// </summary>
internal sealed class JoinsScenario(BenchServer server, BenchOptions options, AnalyticWeights weights)
{
    private const int Slots = 2;

    private string Policy =>
        string.Create(
            CultureInfo.InvariantCulture,
            $$"""
            language 1
            pool critical { cpu weight 1000 }
            pool joins { cpu weight {{options.JoinWeight}}  slots {{Slots}}, wait 60 s }
            class joins -> joins when session.login = 'report'
            default -> critical
            """
        );

    private static readonly JoinArm[] Arms = Enum.GetValues<JoinArm>();

    public async Task RunAsync(TextReport report, CancellationToken cancellationToken)
    {
        report.Begin(ScenarioNames.Joins, "six hash joins at the same moment, two slots");
        await JoinSet.PrepareAsync(server, options.Scale, cancellationToken);
        var policies = Directory.CreateTempSubdirectory("rgp-joins-").FullName;
        await File.WriteAllTextAsync(Path.Combine(policies, $"{JoinArm.Slots}"), Policy, cancellationToken);
        await File.WriteAllTextAsync(
            Path.Combine(policies, $"{JoinArm.Schedule}"),
            Policy + "\nschedule mix\n",
            cancellationToken
        );
        try
        {
            var rounds = new List<ImmutableDictionary<JoinArm, JoinRun>>();
            for (var round = 0; round < options.Pairs; round++)
            {
                rounds.Add(await RoundAsync(policies, round, cancellationToken));
                report.Line($"   round {round + 1}/{options.Pairs}: " + Describe(rounds[^1]));
            }

            foreach (var arm in Arms.Skip(1))
                report.Line($"   {arm} / {JoinArm.AtOnce}: " + Ratios(rounds, arm));
        }
        finally
        {
            Directory.Delete(policies, recursive: true);
        }
    }

    private async Task<ImmutableDictionary<JoinArm, JoinRun>> RoundAsync(
        string policies,
        int round,
        CancellationToken cancellationToken
    )
    {
        var joins = JoinSet.Drawn(options.Scale, options.JoinSizes, options.Seed + round);
        var runs = ImmutableDictionary.CreateBuilder<JoinArm, JoinRun>();
        for (var turn = 0; turn < Arms.Length; turn++)
        {
            var arm = Arms[(turn + round) % Arms.Length];
            runs[arm] = await RunAsync(arm, Path.Combine(policies, $"{arm}"), joins, cancellationToken);
        }

        return runs.ToImmutable();
    }

    private async Task<JoinRun> RunAsync(
        JoinArm arm,
        string policy,
        ImmutableArray<string> joins,
        CancellationToken cancellationToken
    )
    {
        var runner = new Runner(server, options with { Policy = policy }, weights);
        await using var compilers = CompilerLoad.Start(options.Compilers);
        await using var governor = arm is JoinArm.Slots or JoinArm.Schedule ? await runner.GovernAsync() : null;
        await using var script = arm == JoinArm.Script ? SimpleScript.Start(server, Slots) : null;
        await using var oltp = options.Rate is { } rate ? OltpLoad.Start(server, rate, options.Seed) : null;
        using var gate = new SemaphoreSlim(arm == JoinArm.Queue ? Slots : joins.Length);
        var clients = new List<NpgsqlConnection>();
        try
        {
            foreach (var _ in joins)
                clients.Add(await server.OpenAsync(BenchRoles.Analytics, cancellationToken));
            await Task.WhenAll(
                clients.Select(client => RunAsync(client, JoinSet.Short(options.Scale), cancellationToken))
            );
            await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds), cancellationToken);
            var from = DateTimeOffset.UtcNow;
            var before = (Joins: clients.Sum(client => CpuSeconds(client.ProcessID)), Host: BusySeconds());
            var clock = Stopwatch.StartNew();
            var responses = await Task.WhenAll(
                clients.Zip(joins, (client, sql) => JoinAsync(client, sql, gate, clock, cancellationToken))
            );
            var cpu = clients.Sum(client => CpuSeconds(client.ProcessID)) - before.Joins;
            var others = BusySeconds() - before.Host - cpu;
            return new JoinRun(responses, cpu, others, oltp is null ? null : await LatencyAsync(oltp, from));
        }
        finally
        {
            foreach (var client in clients)
                await client.DisposeAsync();
        }
    }

    private static async Task<double> JoinAsync(
        NpgsqlConnection client,
        string sql,
        SemaphoreSlim gate,
        Stopwatch clock,
        CancellationToken cancellationToken
    )
    {
        await gate.WaitAsync(cancellationToken);
        try
        {
            await RunAsync(client, sql, cancellationToken);
            return clock.Elapsed.TotalSeconds;
        }
        finally
        {
            gate.Release();
        }
    }

    private static async Task RunAsync(NpgsqlConnection client, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, client) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    private static async Task<Quantiles> LatencyAsync(OltpLoad oltp, DateTimeOffset from)
    {
        var to = DateTimeOffset.UtcNow;
        var (first, last) = (Epoch(from), Epoch(to));
        var transactions = await oltp.StopAsync();
        return Quantiles.Of(
            transactions.Where(each => each.Scheduled >= first && each.Scheduled < last).Select(each => each.Seconds)
        );
    }

    private static double Epoch(DateTimeOffset at) => (at - DateTimeOffset.UnixEpoch).TotalSeconds;

    private static double CpuSeconds(int processId) =>
        long.Parse(File.ReadAllText($"/proc/{processId}/schedstat").Split(' ')[0], CultureInfo.InvariantCulture) / 1e9;

    // In ticks of a hundredth of a second: user, nice and system time of all processors.
    private static double BusySeconds() =>
        File.ReadLines("/proc/stat")
            .First()
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..4]
            .Sum(text => double.Parse(text, CultureInfo.InvariantCulture)) / 100;

    private static string Describe(ImmutableDictionary<JoinArm, JoinRun> runs) =>
        string.Join(
            "; ",
            Arms.Select(arm =>
                $"{arm} "
                + string.Join(
                    ", ",
                    JoinRun
                        .Metrics.Where(metric => double.IsFinite(metric.Of(runs[arm])))
                        .Select(metric => $"{metric.Name} {Figure.Of(metric.Of(runs[arm]))} s")
                )
                + $", others {Figure.Of(runs[arm].OtherSeconds)} s"
            )
        );

    private string Ratios(List<ImmutableDictionary<JoinArm, JoinRun>> rounds, JoinArm arm) =>
        string.Join(
            ", ",
            from metric in JoinRun.Metrics
            let ratios = rounds
                .Select(runs => metric.Of(runs[arm]) / metric.Of(runs[JoinArm.AtOnce]))
                .Where(double.IsFinite)
                .ToList()
            where ratios.Count > 0
            let ratio = PairedRatio.Of(ratios, options.Seed)
            select $"{metric.Name} {Figure.Of(ratio.Median)} [{Figure.Of(ratios.Min())} .. {Figure.Of(ratios.Max())}]"
        );
}
