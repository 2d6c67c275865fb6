using System.Collections.Immutable;

namespace RgPolicy.Service.Metrics;

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
