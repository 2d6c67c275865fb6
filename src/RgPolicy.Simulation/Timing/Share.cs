namespace RgPolicy.Simulation.Timing;

/// <summary>What an execution may use: what its pool comes to.</summary>
/// <param name="Pool">The pool's number; 0 is not throttled.</param>
/// <param name="Weight">CPU weight of the pool's processes together against all that has none; null where the pool
/// leaves the CPU alone, so that its threads share with all others that have no weight, thread by thread.</param>
/// <param name="BandwidthPercent">The most of the memory's bandwidth; 100 is no limit.</param>
internal sealed record Share(int Pool, double? Weight, int BandwidthPercent)
{
    /// <summary>Everything.</summary>
    public static Share All { get; } = new(0, null, 100);

    /// <summary>Those with whom it shares CPUs thread by thread: its pool, or all that have no weight, as 0.</summary>
    public int CpuGroup => Weight is null ? 0 : Pool;
}
