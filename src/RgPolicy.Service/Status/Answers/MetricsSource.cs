using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Status.Answers;

/// <summary>The metrics of all targets; with a single target that has no name, its samples carry none.</summary>
internal sealed class MetricsSource(ImmutableArray<SiteTarget> targets)
{
    private readonly object _gate = new();
    private (ImmutableArray<long> Views, Task<PieceBuffer> Text)? _last;

    /// <summary>As one text, made once of what is shown, however many ask.</summary>
    public async Task<Answer> GetTextAsync(CancellationToken cancellationToken)
    {
        if (targets is [{ Name: "" } only])
            return await only.Broker.Metrics.GetAsync(cancellationToken);

        var shown = await LookAsync(cancellationToken);
        ImmutableArray<long> views = [.. shown.Select(each => each.Number)];
        Task<PieceBuffer> text;
        lock (_gate)
        {
            if (_last is not { } last || last.Text.IsFaulted || !last.Views.SequenceEqual(views))
                _last = last = (views, MakeAsync(shown));

            text = last.Text;
        }

        return new Answer(await text.WaitAsync(cancellationToken));
    }

    public async Task<IEnumerable<MetricFamily>> GetAsync(CancellationToken cancellationToken) =>
        Merge(await LookAsync(cancellationToken));

    private Task<ShownView[]> LookAsync(CancellationToken cancellationToken) =>
        Task.WhenAll(targets.Select(target => target.Broker.LookAsync(cancellationToken)));

    private async Task<PieceBuffer> MakeAsync(ShownView[] shown)
    {
        // Never within the lock. Of several loops no moment suits all: the first one's has to do.
        await Task.Yield();
        await targets[0].Broker.Rest.WaitAsync(TimeSpan.Zero);
        var text = new PieceBuffer();
        MetricsText.Write(Merge(shown), text);
        return text;
    }

    private IEnumerable<MetricFamily> Merge(ShownView[] shown)
    {
        var families = targets.Zip(shown, (target, each) => (target.Name, each.View.ToMetrics())).ToList();
        return families is [("", var only)] ? only ?? [] : MetricsMerge.Merge(families);
    }
}

/// <summary>The metrics of several loops as one: each family once, every sample with its target. What is of the process
/// and not of a loop is there once, without a target.</summary>
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
