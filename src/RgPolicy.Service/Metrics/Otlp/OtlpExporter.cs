using System.Reflection;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using RgPolicy.Service.Settings;

namespace RgPolicy.Service.Metrics.Otlp;

/// <summary>
/// Sends metrics to a collector. What is secret, as a token, comes from the environment that the
/// protocol's own clients read
/// (OTEL_EXPORTER_OTLP_HEADERS), never from the settings.
/// </summary>
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
