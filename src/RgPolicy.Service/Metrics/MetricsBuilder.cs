using System.Collections.Immutable;

namespace RgPolicy.Service.Metrics;

/// <summary>Families of metrics in their order, each begun before its samples.</summary>
internal sealed class MetricsBuilder
{
    private readonly List<(MetricFamily Family, ImmutableArray<MetricSample>.Builder Samples)> _families = [];

    /// <summary>Begins a family of counters; the name ends in <c>_total</c>.</summary>
    public MetricsBuilder Counter(string name, string help) => Begin(name, "counter", help);

    /// <summary>Begins a family of gauges.</summary>
    public MetricsBuilder Gauge(string name, string help) => Begin(name, "gauge", help);

    /// <summary>Begins a family of summaries.</summary>
    public MetricsBuilder Summary(string name, string help) => Begin(name, "summary", help);

    /// <summary>A sample of the family begun last.</summary>
    public MetricsBuilder Sample(double value, params (string Name, string Value)[] labels) =>
        Sample("", value, labels);

    /// <summary>A sample whose name has a suffix, as a summary's sum and count.</summary>
    public MetricsBuilder Sample(string suffix, double value, params (string Name, string Value)[] labels)
    {
        var (family, samples) = _families[^1];
        samples.Add(new MetricSample(family.Name + suffix, [.. labels], value));
        return this;
    }

    /// <summary>All families.</summary>
    public IReadOnlyList<MetricFamily> Build() =>
        [.. _families.Select(each => each.Family with { Samples = each.Samples.ToImmutable() })];

    private MetricsBuilder Begin(string name, string type, string help)
    {
        _families.Add((new MetricFamily(name, type, help, []), ImmutableArray.CreateBuilder<MetricSample>()));
        return this;
    }
}
