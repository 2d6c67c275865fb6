namespace RgPolicy.Service.Minutes;

/// <summary>What happened in a minute, or in an hour.</summary>
/// <param name="Began">Its begin.</param>
/// <param name="Host">The host and all queries.</param>
/// <param name="Classes">Each class, apart by whether the policy was enforced.</param>
/// <param name="Pools">What pools had at its end.</param>
internal sealed record MinuteSpan(
    DateTimeOffset Began,
    HostSpan Host,
    IReadOnlyList<ClassSpan> Classes,
    IReadOnlyList<PoolSpan> Pools
);

/// <summary>What a pool had at the end of some time.</summary>
/// <param name="Pool">Its name.</param>
/// <param name="Ways">Ways of the cache with the fewest, as read back where something is in force; null for
/// all.</param>
/// <param name="Share">CPU weight as a fraction of the protected pool's.</param>
/// <param name="Cpus">CPUs; null for all.</param>
/// <param name="Bandwidth">Memory bandwidth in percent; null for all.</param>
internal sealed record PoolSpan(string Pool, int? Ways, double Share, int? Cpus, int? Bandwidth = null);

/// <summary>What queries of one class did in some time, apart by whether the policy was enforced when they
/// ended.</summary>
internal sealed class ClassSpan(string @class, bool isGoverned)
{
    // A histogram takes some kilobytes, and of most spans that were kept no more is wanted than to add them up.
    private byte[] _kept = [];
    private DurationHistogram? _durations;

    public string Class => @class;

    public bool IsGoverned => isGoverned;

    /// <summary>How long the queries ran that ended, from their start on the server's clock.</summary>
    public DurationHistogram Durations => _durations ??= DurationCodec.Read(_kept);

    public bool HasDurations => _durations is { } counted ? counted.Count > 0 : _kept.Length > 0;

    /// <summary>Processor time that was used, in seconds.</summary>
    public double CpuSeconds { get; set; }

    /// <summary>For how long queries were throttled, in seconds, one beside the other.</summary>
    public double ThrottledSeconds { get; set; }

    public static ClassSpan Of(string name, bool isGoverned, double cpu, double throttled, byte[] durations) =>
        new(name, isGoverned)
        {
            CpuSeconds = cpu,
            ThrottledSeconds = throttled,
            _kept = durations,
        };

    /// <summary>Takes in what another one has.</summary>
    public void Add(ClassSpan other)
    {
        other.AddTo(Durations);
        CpuSeconds += other.CpuSeconds;
        ThrottledSeconds += other.ThrottledSeconds;
    }

    /// <summary>Counts its queries in another histogram.</summary>
    public void AddTo(DurationHistogram whole)
    {
        if (_durations is { } counted)
            whole.Add(counted);
        else
            DurationCodec.ReadInto(whole, _kept);
    }
}

/// <summary>Classes over several minutes or hours.</summary>
internal static class ClassSpans
{
    /// <summary>Each class once, apart by whether the policy was enforced.</summary>
    public static IReadOnlyList<ClassSpan> Merge(IEnumerable<MinuteSpan> spans)
    {
        var merged = new Dictionary<(string Class, bool IsGoverned), ClassSpan>();
        foreach (var each in spans.SelectMany(span => span.Classes))
        {
            if (!merged.TryGetValue((each.Class, each.IsGoverned), out var whole))
                merged[(each.Class, each.IsGoverned)] = whole = new ClassSpan(each.Class, each.IsGoverned);

            whole.Add(each);
        }

        return [.. merged.Values];
    }

    /// <summary>How long the queries of all of them ran.</summary>
    public static DurationHistogram Whole(IEnumerable<ClassSpan> spans)
    {
        var whole = new DurationHistogram();
        foreach (var each in spans)
            each.AddTo(whole);

        return whole;
    }
}

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
