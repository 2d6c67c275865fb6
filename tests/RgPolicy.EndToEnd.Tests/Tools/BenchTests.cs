using System.Text.Json;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Scenarios;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Tools;

/// <summary>The benchmark goes through, off and on, and its figures are complete; what they say is not
/// a test's business.</summary>
public sealed class BenchTests
{
    [RootFact]
    public async Task Bench_OneQuickPair_MeasuresBothRuns()
    {
        var json = Path.GetTempFileName();
        try
        {
            var options = new BenchOptions
            {
                Scenarios = [ScenarioNames.Moderate, ScenarioNames.Reaction, ScenarioNames.TpcB],
                BesideSimple = true,
                Clients = 8,
                Pairs = 1,
                Seconds = 2,
                WarmUpSeconds = 1,
                Policy = ProductFiles.Path("policies", "htap.rgp"),
                Json = json,
                RecordingFile = "",
                Loaders = 2,
                Seed = 1,
                Scale = 0.15,
                Keep = false,
                // In so short a measurement the load may leave the service of the same session nothing at all.
                HasOwnShare = true,
                HasReplica = true,
                Tables = AnalyticTables.Accounts,
            };

            Assert.Equal(0, await Bench.RunAsync(options, CancellationToken.None));

            // The ungoverned one may get next to nothing, beside other work and in so short a run.
            using var document = JsonDocument.Parse(await File.ReadAllTextAsync(json));
            var pair = document.RootElement.GetProperty("scenarios")[0].GetProperty("pairs")[0];
            Assert.True(pair.GetProperty("first").GetProperty("oltp").GetProperty("count").GetInt32() > 0);
            Assert.True(pair.GetProperty("second").GetProperty("oltp").GetProperty("count").GetInt32() > 100);
            Assert.True(pair.GetProperty("simple").GetProperty("oltp").GetProperty("count").GetInt32() > 100);
            var writing = document.RootElement.GetProperty("scenarios")[1].GetProperty("pairs")[0];
            Assert.True(writing.GetProperty("second").GetProperty("oltp").GetProperty("count").GetInt32() > 10);
            Assert.True(pair.GetProperty("second").GetProperty("cost").GetProperty("polls_per_second").GetDouble() > 1);
        }
        finally
        {
            File.Delete(json);
        }
    }
}
