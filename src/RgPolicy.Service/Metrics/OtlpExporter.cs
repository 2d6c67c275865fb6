using System.Diagnostics.Metrics;
using System.Reflection;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace RgPolicy.Service.Metrics;

/// <summary>Sends metrics to a collector. What is secret, as a token, comes from the environment that the protocol's
/// own clients read (OTEL_EXPORTER_OTLP_HEADERS), never from the settings.</summary>
internal sealed class OtlpExporter : IDisposable
{
    private const int LongestMilliseconds = 10_000;

    private readonly OtlpInstruments _instruments = new();
    private readonly BaseExportingMetricReader _reader;
    private readonly MeterProvider _provider;

    public OtlpExporter(OtlpSettings settings)
    {
        _reader = new BaseExportingMetricReader(
            new OtlpMetricExporter(
                new OtlpExporterOptions
                {
                    Endpoint = settings.Endpoint,
                    Protocol =
                        settings.Protocol == OtlpProtocol.Grpc
                            ? OtlpExportProtocol.Grpc
                            : OtlpExportProtocol.HttpProtobuf,
                    TimeoutMilliseconds = LongestMilliseconds,
                }
            )
        )
        {
            TemporalityPreference = MetricReaderTemporalityPreference.Cumulative,
        };
        _provider = Sdk.CreateMeterProviderBuilder()
            .AddMeter(OtlpInstruments.MeterName)
            .ConfigureResource(resource => resource.AddService("rgpolicy", serviceVersion: Version))
            .AddReader(_reader)
            .Build();
    }

    private static string? Version =>
        typeof(OtlpExporter).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;

    /// <summary>Sends them; waits for the collector, 10 s at most.</summary>
    /// <returns>False when the collector did not take them.</returns>
    public bool Send(IEnumerable<MetricFamily> families)
    {
        _instruments.Take(families);
        return _reader.Collect(LongestMilliseconds);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // It sends what is true at the end, as the protocol's clients do.
        _provider.Dispose();
        _instruments.Dispose();
    }
}

/// <summary>One instrument of the OpenTelemetry kind for each metric and with its name, made when the metric is first
/// seen. A summary becomes a gauge with the quantiles and two sums: the protocol's own summaries are for reading
/// only.</summary>
internal sealed class OtlpInstruments : IDisposable
{
    public const string MeterName = "rgpolicy";

    private const string Counter = "counter";
    private const string CounterOfSeconds = "_seconds_total";

    private readonly Meter _meter = new(MeterName);
    private readonly HashSet<string> _made = new(StringComparer.Ordinal);
    private volatile Dictionary<string, List<Measurement<double>>> _now = [];

    /// <summary>Takes what is true now; what is no longer there is not exported again.</summary>
    public void Take(IEnumerable<MetricFamily> families)
    {
        var now = new Dictionary<string, List<Measurement<double>>>(StringComparer.Ordinal);
        List<(string Name, MetricFamily Family)> metrics = [];
        foreach (var family in families)
        {
            foreach (var samples in family.Samples.GroupBy(sample => sample.Name, StringComparer.Ordinal))
            {
                now[samples.Key] = [.. samples.Select(Measure)];
                metrics.Add((samples.Key, family));
            }
        }

        _now = now;
        foreach (var (name, family) in metrics)
            Make(name, family);
    }

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();

    private void Make(string name, MetricFamily family)
    {
        if (!_made.Add(name))
            return;
        if (family.Type == Counter)
            _meter.CreateObservableCounter(name, Measured, Unit(name), family.Help);
        else if (name != family.Name)
            _meter.CreateObservableUpDownCounter(name, Measured, null, family.Help);
        else
            _meter.CreateObservableGauge(name, Measured, Unit(name), family.Help);

        IEnumerable<Measurement<double>> Measured() => _now.GetValueOrDefault(name) ?? [];
    }

    private static string? Unit(string name) =>
        name.EndsWith("_seconds", StringComparison.Ordinal) || name.EndsWith(CounterOfSeconds, StringComparison.Ordinal)
            ? "s"
        : name.EndsWith("_bytes", StringComparison.Ordinal) ? "By"
        : null;

    private static Measurement<double> Measure(MetricSample sample) =>
        new(sample.Value, sample.Labels.Select(label => new KeyValuePair<string, object?>(label.Name, label.Value)));
}
