using System.Diagnostics.Metrics;

namespace RgPolicy.Service.Metrics.Otlp;

/// <summary>
/// One instrument of the OpenTelemetry kind for each metric and with its name, made when the metric is first seen. A
/// summary becomes a gauge with the quantiles and two sums: the protocol's own summaries are for reading only.
/// </summary>
internal sealed class OtlpInstruments : IDisposable
{
    /// <summary>The meter's name.</summary>
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
