using System.Collections.Immutable;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Status.Answers;

/// <summary>The metrics of all targets; with a single target that has no name, its samples carry none.</summary>
internal sealed class MetricsSource(ImmutableArray<SiteTarget> targets)
{
    /// <summary>As one text.</summary>
    public async Task<Answer> GetTextAsync(CancellationToken cancellationToken)
    {
        if (targets is [{ Name: "" } only])
        {
            return await only.Broker.Metrics.GetAsync(cancellationToken);
        }

        var text = new PieceBuffer();
        MetricsText.Write(await GetAsync(cancellationToken), text);
        return new Answer(text);
    }

    /// <summary>Family by family.</summary>
    public async Task<IEnumerable<MetricFamily>> GetAsync(CancellationToken cancellationToken)
    {
        var views = await Task.WhenAll(targets.Select(target => target.Broker.LookAsync(cancellationToken)));
        var families = targets.Zip(views, (target, shown) => (target.Name, shown.View.ToMetrics())).ToList();
        return families is [("", var only)] ? only ?? [] : MetricsMerge.Merge(families);
    }
}
