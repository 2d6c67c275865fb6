using System.Numerics;

namespace RgPolicy.Service.Reactions;

/// <summary>Counts durations in buckets of at most 3 % width, from a microsecond to an hour, in constant
/// memory.</summary>
internal sealed class DurationHistogram
{
    private const int SubBits = 5;
    private const int SubBuckets = 1 << SubBits;
    private const long Longest = 3_600_000_000;

    private readonly long[] _counts = new long[Bucket(Longest) + 1];
    private long _maximum;
    private long _sum;

    /// <summary>Durations so far.</summary>
    public long Count { get; private set; }

    /// <summary>The longest so far.</summary>
    public TimeSpan Maximum => TimeSpan.FromMicroseconds(_maximum);

    public TimeSpan Sum => TimeSpan.FromMicroseconds(_sum);

    /// <summary>The mean so far; zero without any.</summary>
    public TimeSpan Mean => Count == 0 ? TimeSpan.Zero : TimeSpan.FromMicroseconds((double)_sum / Count);

    /// <summary>Counts one; below a microsecond is a microsecond, above an hour is an hour.</summary>
    public void Add(TimeSpan duration)
    {
        var microseconds = Math.Clamp((long)duration.TotalMicroseconds, 1, Longest);
        _counts[Bucket(microseconds)]++;
        _sum += microseconds;
        _maximum = Math.Max(_maximum, microseconds);
        Count++;
    }

    /// <summary>The buckets that hold something, and how many.</summary>
    internal IEnumerable<(int Bucket, long Count)> Filled =>
        _counts.Select((count, bucket) => (bucket, count)).Where(each => each.count > 0);

    /// <summary>Counts as many as this bucket has held, each as its upper end.</summary>
    internal void Add(int bucket, long count)
    {
        if (count <= 0)
            return;

        var place = Math.Clamp(bucket, 0, _counts.Length - 1);
        var duration = Math.Min(UpperEnd(place), Longest);
        _counts[place] += count;
        _sum += duration * count;
        _maximum = Math.Max(_maximum, duration);
        Count += count;
    }

    /// <summary>Counts all of another one.</summary>
    public void Add(DurationHistogram other)
    {
        foreach (var (bucket, count) in other.Filled)
            _counts[bucket] += count;

        _sum += other._sum;
        _maximum = Math.Max(_maximum, other._maximum);
        Count += other.Count;
    }

    /// <summary>The upper end of the bucket that holds this share of all durations; null without any.</summary>
    /// <param name="share">Above 0, at most 1; 0.99 for p99.</param>
    public TimeSpan? Quantile(double share)
    {
        if (Count == 0)
            return null;

        var wanted = Math.Clamp((long)Math.Ceiling(share * Count), 1, Count);
        var bucket = 0;
        for (var seen = _counts[0]; seen < wanted; seen += _counts[bucket])
            bucket++;

        return TimeSpan.FromMicroseconds(Math.Min(UpperEnd(bucket), _maximum));
    }

    /// <summary>Exact below 32 us, then 32 buckets for each doubling.</summary>
    private static int Bucket(long microseconds)
    {
        var shift = Math.Max(0, BitOperations.Log2((ulong)microseconds) - SubBits);
        return (shift * SubBuckets) + (int)(microseconds >> shift);
    }

    private static long UpperEnd(int bucket)
    {
        if (bucket < 2 * SubBuckets)
            return bucket;

        var shift = (bucket / SubBuckets) - 1;
        var head = (bucket % SubBuckets) + SubBuckets;
        return ((long)(head + 1) << shift) - 1;
    }
}
