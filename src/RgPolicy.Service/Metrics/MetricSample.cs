using System.Collections.Immutable;

namespace RgPolicy.Service.Metrics;

/// <summary>A sample.</summary>
/// <param name="Name">The family's name, with a suffix where the family is a summary and this is its
/// sum or count.</param>
/// <param name="Labels">Its labels.</param>
/// <param name="Value">Its value.</param>
internal sealed record MetricSample(string Name, ImmutableArray<(string Name, string Value)> Labels, double Value);
