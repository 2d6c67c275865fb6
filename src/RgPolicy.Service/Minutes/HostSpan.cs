namespace RgPolicy.Service.Minutes;

/// <summary>The host and all queries over some time; means of what was looked at.</summary>
/// <param name="CpuPressure">Percent; null where it cannot be read.</param>
/// <param name="IoPressure">The same of I/O.</param>
/// <param name="MemoryPressure">The same of memory.</param>
/// <param name="Running">Queries that ran.</param>
/// <param name="Throttled">Queries of them that were throttled.</param>
/// <param name="GovernedSeconds">For how long the policy was enforced.</param>
/// <param name="SeenSeconds">For how long there was something to look at.</param>
internal sealed record HostSpan(
    double? CpuPressure,
    double? IoPressure,
    double? MemoryPressure,
    double Running,
    double Throttled,
    double GovernedSeconds,
    double SeenSeconds
)
{
    /// <summary>Whether the policy was enforced for most of the time.</summary>
    public bool IsGoverned => GovernedSeconds * 2 > SeenSeconds;

    /// <summary>Several together, each by the time that it was looked at.</summary>
    public static HostSpan Merge(IReadOnlyCollection<HostSpan> spans)
    {
        var seen = spans.Sum(each => each.SeenSeconds);
        return new HostSpan(
            Mean(each => each.CpuPressure),
            Mean(each => each.IoPressure),
            Mean(each => each.MemoryPressure),
            Mean(each => each.Running) ?? 0,
            Mean(each => each.Throttled) ?? 0,
            spans.Sum(each => each.GovernedSeconds),
            seen
        );

        double? Mean(Func<HostSpan, double?> figure)
        {
            var known = spans.Where(each => figure(each) is not null).ToList();
            var weight = known.Sum(each => each.SeenSeconds);
            return weight <= 0 ? null : known.Sum(each => (figure(each) ?? 0) * each.SeenSeconds) / weight;
        }
    }
}
