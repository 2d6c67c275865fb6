using Microsoft.AspNetCore.Server.Kestrel.Core;
using RgPolicy.Plans;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Metrics.Otlp;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Hosting;

public sealed class OtlpSenderTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();

    [Theory]
    [InlineData(HttpProtocols.Http1, OtlpProtocol.Http, "/v1/metrics")]
    [InlineData(
        HttpProtocols.Http2,
        OtlpProtocol.Grpc,
        "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export"
    )]
    public async Task Run_Collector_IsSentEveryMetricOfEveryTarget(HttpProtocols spoken, object protocol, string path)
    {
        await using var collector = await ScriptedCollector.StartAsync(spoken);
        await RunAsync(collector, (OtlpProtocol)protocol, () => collector.Received.Count >= 2);

        var (sentTo, metrics) = collector.Received.Last();
        Assert.Equal(path, sentTo);
        Assert.Equal(
            new SentMetric("rgp_target_up", "", "gauge", "target=main", 1),
            Assert.Single(metrics, each => each.Name == "rgp_target_up")
        );
        Assert.Equal(
            new SentMetric("rgp_queries", "", "gauge", "pool=polluters,target=main", 1),
            Assert.Single(metrics, each => each.Name == "rgp_queries")
        );
        Assert.Equal("counter", Assert.Single(metrics, each => each.Name == "rgp_moves_total").Kind);
        Assert.Equal(
            ("By", "gauge"),
            Assert.Single(metrics, each => each.Name == "rgp_memory_bytes") is var memory
                ? (memory.Unit, memory.Kind)
                : default
        );
        Assert.Equal(
            ("s", "gauge"),
            metrics.First(each => each is { Name: "rgp_poll_seconds", Attributes: "quantile=0.5,target=main" })
                is var poll
                ? (poll.Unit, poll.Kind)
                : default
        );
        Assert.Equal("sum", Assert.Single(metrics, each => each.Name == "rgp_poll_seconds_count").Kind);
        Assert.Equal(
            ("s", "counter"),
            Assert.Single(metrics, each => each.Name == "rgp_cpu_seconds_total") is var cpu
                ? (cpu.Unit, cpu.Kind)
                : default
        );
    }

    [Fact]
    public async Task Run_CollectorThatIsAway_IsToldOfOnceAndSentToAgain()
    {
        await using var collector = await ScriptedCollector.StartAsync(HttpProtocols.Http1);
        collector.IsRefusing = true;
        await RunAsync(
            collector,
            OtlpProtocol.Http,
            () =>
            {
                if (Said("does not accept the metrics"))
                    collector.IsRefusing = false;
                return Said("works again");
            }
        );

        Assert.Single(_scene.Messages, each => each.Contains("does not accept the metrics", StringComparison.Ordinal));
        Assert.NotEmpty(collector.Received);
    }

    private bool Said(string text) => _scene.Messages.Any(each => each.Contains(text, StringComparison.Ordinal));

    private async Task RunAsync(ScriptedCollector collector, OtlpProtocol protocol, Func<bool> isDone)
    {
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = _broker });
        var endpoint = protocol == OtlpProtocol.Http ? new Uri(collector.Address, "/v1/metrics") : collector.Address;
        await using var sending = new SideServices(TimeProvider.System).Otlp(
            new OtlpSettings
            {
                Endpoint = endpoint,
                Protocol = protocol,
                Interval = TimeSpan.FromSeconds(1),
            },
            [new SiteTarget("main", _broker)],
            _scene
        );
        sending.Begin();
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!isDone() && clock.Elapsed < Patience)
        {
            await _scene.TurnsAsync(steps, 1);
            await steps.AnswerQuestionsAsync(CancellationToken.None);
            await Task.Delay(10);
        }

        await sending.StopAsync(CancellationToken.None);
        Assert.True(isDone(), string.Join('\n', _scene.Messages));
    }
}
