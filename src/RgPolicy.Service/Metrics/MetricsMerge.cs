namespace RgPolicy.Service.Metrics;

/// <summary>
/// The metrics of several loops as one text: each family once, every sample with its target. What is of the process and not of a
/// loop is there once, without a target.
/// </summary>
internal static class MetricsMerge
{
    private const string Up = "rgp_target_up";
    private const string TargetLabel = "target";

    // A loop that cannot begin has no metrics but this one.
    private static readonly IReadOnlyList<MetricFamily> OfWaiting = [new MetricFamily(Up, "gauge", MetricsDocument.UpHelp, [new MetricSample(Up, [], 0)])];

    /// <summary>Merges them.</summary>
    /// <param name="documents">Each target's name and text; the answer of one that cannot begin is JSON.</param>
    public static MetricsText Write(IReadOnlyList<(string Target, string Text)> documents)
    {
        var merged = new MetricsText();
        var families = documents.SelectMany(document => Read(document.Text).Select(family => (document.Target, Family: family)));
        foreach (var sameName in families.GroupBy(each => each.Family.Name, StringComparer.Ordinal))
        {
            merged.Begin(sameName.First().Family);
            foreach (var (target, family) in MetricsDocument.IsOfProcess(sameName.Key) ? sameName.Take(1) : sameName)
            {
                (string, string)[] own = MetricsDocument.IsOfProcess(sameName.Key) ? [] : [(TargetLabel, target)];
                foreach (var sample in family.Samples)
                {
                    merged.Sample(sample.Name[family.Name.Length..], sample.Value, [.. own, .. sample.Labels]);
                }
            }
        }

        return merged;
    }

    private static IReadOnlyList<MetricFamily> Read(string text) => text is ['{', ..] ? OfWaiting : MetricsReader.Read(text);
}
