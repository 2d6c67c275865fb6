using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Minutes;

/// <summary>What queries of one class did in some time, apart by whether the policy was enforced when they
/// ended.</summary>
/// <param name="class">Its name.</param>
/// <param name="isGoverned">Whether the policy was enforced.</param>
internal sealed class ClassSpan(string @class, bool isGoverned)
{
    // A histogram takes some kilobytes, and of most spans that were kept no more is wanted than to add them up.
    private byte[] _kept = [];
    private DurationHistogram? _durations;

    public string Class => @class;

    public bool IsGoverned => isGoverned;

    /// <summary>How long the queries ran that ended, from their start on the server's clock.</summary>
    public DurationHistogram Durations => _durations ??= DurationCodec.Read(_kept);

    /// <summary>Whether a query ended.</summary>
    public bool HasDurations => _durations is { } counted ? counted.Count > 0 : _kept.Length > 0;

    /// <summary>Processor time that was used, in seconds.</summary>
    public double CpuSeconds { get; set; }

    /// <summary>For how long queries were throttled, in seconds, one beside the other.</summary>
    public double ThrottledSeconds { get; set; }

    /// <summary>One that was kept.</summary>
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
        {
            whole.Add(counted);
        }
        else
        {
            DurationCodec.ReadInto(whole, _kept);
        }
    }
}
