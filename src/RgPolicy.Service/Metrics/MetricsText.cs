namespace RgPolicy.Service.Metrics;

/// <summary>Writes the Prometheus text format (version 0.0.4): families in order, each with its help
/// and type before its samples.</summary>
internal static class MetricsText
{
    /// <summary>Writes all families as UTF-8.</summary>
    public static void Write(IEnumerable<MetricFamily> families, IBufferWriter<byte> output)
    {
        foreach (var family in families)
        {
            Encoding.UTF8.GetBytes(
                $"# HELP {family.Name} {Escape(family.Help)}\n# TYPE {family.Name} {family.Type}\n",
                output
            );
            foreach (var sample in family.Samples)
                Encoding.UTF8.GetBytes($"{sample.Name}{Labels(sample.Labels)} {Number(sample.Value)}\n", output);
        }
    }

    private static string Labels(ImmutableArray<(string Name, string Value)> labels) =>
        labels.IsEmpty
            ? ""
            : "{" + string.Join(',', labels.Select(label => $"{label.Name}=\"{Quote(label.Value)}\"")) + "}";

    private static string Quote(string text) => Escape(text).Replace("\"", "\\\"", StringComparison.Ordinal);

    private static string Escape(string text) =>
        text.Replace(@"\", @"\\", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal);

    private static string Number(double value) =>
        value switch
        {
            double.PositiveInfinity => "+Inf",
            double.NegativeInfinity => "-Inf",
            _ => value.ToString("R", CultureInfo.InvariantCulture),
        };
}

/// <summary>A family of metrics with its samples.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">counter, gauge or summary.</param>
/// <param name="Help">What it tells.</param>
/// <param name="Samples">Its samples.</param>
internal sealed record MetricFamily(string Name, string Type, string Help, ImmutableArray<MetricSample> Samples);

/// <summary>A sample.</summary>
/// <param name="Name">The family's name, with a suffix where the family is a summary and this is its
/// sum or count.</param>
/// <param name="Labels">Its labels.</param>
/// <param name="Value">Its value.</param>
internal sealed record MetricSample(string Name, ImmutableArray<(string Name, string Value)> Labels, double Value);

/// <summary>Families of metrics in their order, each begun before its samples.</summary>
internal sealed class MetricsBuilder
{
    private readonly List<(MetricFamily Family, ImmutableArray<MetricSample>.Builder Samples)> _families = [];

    /// <summary>Begins a family of counters; the name ends in <c>_total</c>.</summary>
    public MetricsBuilder Counter(string name, string help) => Begin(name, "counter", help);

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

    public IReadOnlyList<MetricFamily> Build() =>
        [.. _families.Select(each => each.Family with { Samples = each.Samples.ToImmutable() })];

    private MetricsBuilder Begin(string name, string type, string help)
    {
        _families.Add((new MetricFamily(name, type, help, []), ImmutableArray.CreateBuilder<MetricSample>()));
        return this;
    }
}
