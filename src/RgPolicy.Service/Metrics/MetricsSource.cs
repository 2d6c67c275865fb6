using System.Collections.Immutable;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Metrics;

/// <summary>The metrics of all targets as one text.</summary>
internal sealed class MetricsSource(ImmutableArray<TargetAnswers> targets)
{
    /// <summary>Asks every loop; with a single target that has no name, its samples carry none.</summary>
    public async Task<byte[]> GetAsync(CancellationToken cancellationToken)
    {
        var answers = await Task.WhenAll(targets.Select(target => target.Metrics.GetAsync(cancellationToken)));
        return targets is [{ Name: "" }]
            ? answers[0]
            : MetricsMerge.Write([.. targets.Select((target, index) => (target.Name, answers[index]))]);
    }
}
