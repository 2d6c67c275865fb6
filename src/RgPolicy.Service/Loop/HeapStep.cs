namespace RgPolicy.Service.Loop;

/// <summary>
/// Keeps memory where it is: what has outlived some young collections is given back within a minute, in
/// the rest between two turns and not whenever the runtime's own budget for old objects is used up.
/// </summary>
internal sealed class HeapStep(TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private long _looked = time.GetTimestamp();
    private int _collections;

    /// <summary>Collects once a minute, unless that was done: another loop of this process, or the runtime.</summary>
    public void Tidy()
    {
        if (time.GetElapsedTime(_looked) < Interval)
        {
            return;
        }

        _looked = time.GetTimestamp();
        if (GC.CollectionCount(GC.MaxGeneration) == _collections)
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        }

        _collections = GC.CollectionCount(GC.MaxGeneration);
    }
}
