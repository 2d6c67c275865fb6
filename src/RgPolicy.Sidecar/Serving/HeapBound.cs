using System.Diagnostics;

namespace RgPolicy.Sidecar.Serving;

/// <summary>
/// Bounds what the mover's heap takes. The runtime lets its youngest generation grow to the size of the
/// processor's last-level cache, which is hundreds of MiB on large servers, and its setting for that is not read in a
/// native program; and what a thousand moves at once have taken it keeps. So the young are collected after each MiB,
/// and everything once a minute in which there was work.
/// </summary>
internal sealed class HeapBound
{
    private const long MostYoungBytes = 1 << 20;

    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private long _youngAt;
    private long _allAt;
    private long _looked = Stopwatch.GetTimestamp();

    /// <summary>Collects where enough was allocated by this thread since the last time.</summary>
    internal void Keep()
    {
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        if (allocated - _allAt >= MostYoungBytes && Stopwatch.GetElapsedTime(_looked) >= Interval)
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            (_looked, _allAt, _youngAt) = (Stopwatch.GetTimestamp(), allocated, allocated);
        }
        else if (allocated - _youngAt >= MostYoungBytes)
        {
            GC.Collect(0, GCCollectionMode.Forced, blocking: true);
            _youngAt = allocated;
        }
    }
}
