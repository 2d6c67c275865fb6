using System.Collections.Immutable;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Metrics;

/// <summary>The metrics of all targets as one text.</summary>
internal sealed class MetricsSource(ImmutableArray<SiteTarget> targets)
{
    /// <summary>Of every loop; with a single target that has no name, its samples carry none.</summary>
    public async Task<Answer> GetAsync(CancellationToken cancellationToken)
    {
        if (targets is [{ Name: "" } only])
        {
            return await only.Desk.Metrics.GetAsync(cancellationToken);
        }

        var documents = await Task.WhenAll(targets.Select(target => ReadAsync(target, cancellationToken)));
        var merged = new PieceBuffer();
        MetricsMerge.Write(documents).WriteTo(merged);
        return new Answer(merged);
    }

    private static async Task<(string Target, string Text)> ReadAsync(SiteTarget target, CancellationToken cancellationToken)
    {
        using var answer = await target.Desk.Metrics.GetAsync(cancellationToken);
        return (target.Name, answer.Content.ToString());
    }
}
