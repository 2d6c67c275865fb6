using RgPolicy.Service.Metrics;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>
/// The metrics of several loops as one: each family once, every sample with its target. What is of the
/// process and not of a loop is there once, without a target.
/// </summary>
internal static class MetricsMerge
{
    private const string TargetLabel = "target";

    /// <summary>Merges the targets' metrics, each sample labelled with its target.</summary>
    /// <param name="targets">Each target's name and families; null of one that cannot begin.</param>
    public static IEnumerable<MetricFamily> Merge(
        IEnumerable<(string Target, IReadOnlyList<MetricFamily>? Families)> targets
    ) =>
        targets
            .SelectMany(
                target => target.Families ?? MetricsMapper.OfWaiting,
                (target, family) => (target.Target, Family: family)
            )
            .GroupBy(each => each.Family.Name, StringComparer.Ordinal)
            .Select(same => MetricsMapper.IsOfProcess(same.Key) ? same.First().Family : WithTargets(same));

    private static MetricFamily WithTargets(IEnumerable<(string Target, MetricFamily Family)> same) =>
        same.First().Family with
        {
            Samples =
            [
                .. from each in same
                from sample in each.Family.Samples
                select sample with
                {
                    Labels = [(TargetLabel, each.Target), .. sample.Labels],
                },
            ],
        };
}
