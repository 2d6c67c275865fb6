using System.Text.Json;
using System.Text.Json.Serialization;
using RgPolicy.HtapBench.Scenarios;

namespace RgPolicy.HtapBench.Report;

/// <summary>Writes every run's figures as JSON (schema rgp/htap-bench/1).</summary>
internal static class JsonReport
{
    private static readonly JsonSerializerOptions Format = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    public static async Task WriteAsync(string path, BenchResult result, CancellationToken cancellationToken)
    {
        await using var file = File.Create(path);
        await JsonSerializer.SerializeAsync(file, Document(result), Format, cancellationToken);
    }

    private static object Document(BenchResult result) =>
        new
        {
            Schema = "rgp/htap-bench/1",
            result.Machine,
            result.Options,
            Scenarios = result.Pairs.Select(Scenario),
            result.Reaction,
            result.Overhead,
            Sessions = result.Sessions?.Samples,
            Starts = result.Start?.All,
            Soak = result.Soak?.Samples.Select(s => new
            {
                s.Seconds,
                ServiceBytes = s.Service,
                SidecarBytes = s.Sidecar,
            }),
        };

    private static object Scenario(PairOutcome outcome) =>
        new
        {
            outcome.Scenario.Name,
            outcome.Scenario.Title,
            outcome.IsWorse,
            Targets = outcome.Judged.Select(j => new
            {
                j.Target.Metric.Name,
                j.Target.AtLeast,
                j.Target.AtMost,
                j.Ratio,
                j.Met,
            }),
            Ratios = Metric
                .All.Where(m => outcome.Ratio(m) is not null)
                .ToDictionary(m => m.Name, outcome.Ratio, StringComparer.Ordinal),
            Pairs = outcome.Pairs,
        };
}
