using System.Collections.Immutable;

namespace RgPolicy.Service.Metrics;

/// <summary>A family of metrics with its samples.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">counter, gauge or summary.</param>
/// <param name="Help">What it tells.</param>
/// <param name="Samples">Its samples.</param>
internal sealed record MetricFamily(string Name, string Type, string Help, ImmutableArray<MetricSample> Samples);
