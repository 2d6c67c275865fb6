using System.Diagnostics;

namespace RgPolicy.Bench.Service;

/// <summary>Durations of one kind, and their quantiles.</summary>
internal sealed class Sample
{
    private readonly List<double> _milliseconds = [];

    public int Count => _milliseconds.Count;

    public void Add(long from, long to) => _milliseconds.Add(Stopwatch.GetElapsedTime(from, to).TotalMilliseconds);

    public void AddAll(Sample others) => _milliseconds.AddRange(others._milliseconds);

    /// <summary>In milliseconds; not a number without any.</summary>
    public double Quantile(double share)
    {
        _milliseconds.Sort();
        return _milliseconds.Count == 0
            ? double.NaN
            : _milliseconds[Math.Min(_milliseconds.Count - 1, (int)(_milliseconds.Count * share))];
    }

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"p50 {Quantile(0.5), 6:0.00}  p99 {Quantile(0.99), 6:0.00}  longest {Quantile(1), 6:0.00} ms"
        );
}
