using System.Diagnostics;

namespace RgPolicy.Bench.Engine;

/// <summary>The median time of one call, over many passes through all items.</summary>
internal static class Timing
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan Measured = TimeSpan.FromMilliseconds(700);

    /// <param name="items">What to pass through.</param>
    /// <param name="call">Its result is used, so that nothing is left out.</param>
    /// <returns>Nanoseconds and bytes of one call.</returns>
    public static (double Nanoseconds, double Bytes) Median<T>(IReadOnlyList<T> items, Func<T, int> call)
    {
        if (items.Count == 0)
            return (double.NaN, 0);

        var sum = Pass(items, call, WarmUp, []);
        var passes = new List<double>(1 << 20);
        var before = GC.GetAllocatedBytesForCurrentThread();
        sum += Pass(items, call, Measured, passes);
        var bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        GC.KeepAlive(sum);
        var calls = (double)passes.Count * items.Count;
        passes.Sort();
        return (passes[passes.Count / 2], bytes / calls);
    }

    private static int Pass<T>(IReadOnlyList<T> items, Func<T, int> call, TimeSpan time, List<double> passes)
    {
        var sum = 0;
        var array = items as T[] ?? [.. items];
        var end = Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);
        for (var start = Stopwatch.GetTimestamp(); start < end; )
        {
            foreach (var item in array)
                sum += call(item);

            var now = Stopwatch.GetTimestamp();
            passes.Add((now - start) * 1e9 / Stopwatch.Frequency / array.Length);
            start = now;
        }

        return sum;
    }
}
