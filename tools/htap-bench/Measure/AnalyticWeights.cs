using System.Diagnostics;
using Npgsql;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Measure;

/// <summary>
/// How much work each analytic query is, relative to the list's mean, timed alone at the start.
/// Throughput counts work, so that a run in which the clients happen to be at the short queries does not look faster.
/// </summary>
internal sealed class AnalyticWeights
{
    private readonly double[] _seconds;

    private AnalyticWeights(double[] seconds) => _seconds = seconds;

    /// <summary>Seconds of each query alone on the server.</summary>
    public IReadOnlyList<double> Seconds => _seconds;

    public static async Task<AnalyticWeights> CalibrateAsync(
        BenchServer server,
        IReadOnlyList<AnalyticQuery> list,
        CancellationToken cancellationToken
    )
    {
        await using var connection = await server.OpenAsync(BenchRoles.Analytics, cancellationToken);
        var seconds = new double[list.Count];
        foreach (var round in Enumerable.Range(0, 3))
            for (var query = 0; query < seconds.Length; query++)
            {
                var clock = Stopwatch.StartNew();
                await using var command = new NpgsqlCommand(list[query].Sql, connection) { CommandTimeout = 0 };
                await command.ExecuteNonQueryAsync(cancellationToken);
                seconds[query] = round == 0 ? double.MaxValue : Math.Min(seconds[query], clock.Elapsed.TotalSeconds);
            }

        return new AnalyticWeights(seconds);
    }

    /// <summary>The work done between two moments, in mean queries.</summary>
    public double Work(IEnumerable<AnalyticRun> runs, double from, double to) =>
        runs.Sum(r => r.Share(from, to) * _seconds[r.Query]) / _seconds.Average();
}
