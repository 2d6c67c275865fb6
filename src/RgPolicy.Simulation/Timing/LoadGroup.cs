using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>
/// Executions in one domain that do the same in the same pool; they run equally fast. Many that are alike cost no more
/// than one.
/// </summary>
internal sealed class LoadGroup(
    PhaseLoad load,
    DomainModel domain,
    ulong mask,
    Share share,
    double threads,
    CpuSet cpus
)
{
    public PhaseLoad Load => load;

    public DomainModel Domain => domain;

    /// <summary>Ways that it may fill.</summary>
    public ulong Mask => mask;

    public Share Share => share;

    /// <summary>Threads of each execution in this domain.</summary>
    public double Threads => threads;

    /// <summary>CPUs of the domain that it may run on; at least one.</summary>
    public CpuSet Cpus => cpus;

    /// <summary>Executions.</summary>
    public int Count { get; set; }

    /// <summary>Executions for which its speed was found last; 0 where it did not run then.</summary>
    public int SolvedCount { get; set; }

    /// <summary>Its speed was found at least once.</summary>
    public bool HasSpeed { get; set; }

    /// <summary>Its hit ratios were found at least once.</summary>
    public bool AreHitsFound { get; set; }

    /// <summary>Its hit ratios are those of another group of the same work, or guessed.</summary>
    public bool HasGuess { get; set; }

    /// <summary>The part of each bucket's accesses that find their line.</summary>
    public double[] Hits { get; } = [.. load.Buckets.Select(_ => 0.5)];

    /// <summary>CPU time per second that a thread gets.</summary>
    public double CpuPart { get; set; } = 1;

    /// <summary>How much slower a thread computes because others share its core.</summary>
    public double Crowding { get; set; } = 1;

    /// <summary>Executions per second of each member, as far as this domain's threads do them.</summary>
    public double Rate { get; set; }

    /// <summary>Executions per second of all members when its hit ratios were last found.</summary>
    public double SettledRate { get; set; } = double.NaN;

    /// <summary>Of all accesses to structures, those that find their line.</summary>
    public double HitRatio { get; private set; } = 1;

    /// <summary>Lines of one execution that come from memory.</summary>
    public double MemoryLines { get; private set; }

    /// <summary>Seconds of one thread for a whole execution, without what waiting at a busy memory adds.</summary>
    public double Seconds { get; private set; }

    /// <summary>What a second more of waiting for each line adds.</summary>
    public double WaitFactor { get; private set; }

    /// <summary>
    /// Time = CPU + hits x LLC latency / overlap + misses x memory latency / overlap + stream lines x memory latency /
    /// depth
    /// (Hennessy and Patterson, Computer Architecture, 5th edition, section 2.1, with overlapping misses as in
    /// appendix B.2).
    /// </summary>
    public void Measure(MemoryModel memory)
    {
        var misses = 0.0;
        for (var index = 0; index < Hits.Length; index++)
            misses += load.Buckets[index].Accesses * (1 - Hits[index]);
        HitRatio = load.Accesses > 0 ? 1 - (misses / load.Accesses) : 1;
        MemoryLines = misses + load.StreamLines;
        WaitFactor = (misses / load.Overlap) + (load.StreamLines / memory.StreamDepth);
        Seconds =
            (load.CpuSeconds * Crowding)
            + ((load.Accesses - misses) * memory.LlcSeconds / load.Overlap)
            + (WaitFactor * memory.MemorySeconds);
    }

    /// <summary>Executions per second of each member when every line waits so long.</summary>
    public double RateAt(double wait) => threads * CpuPart / SecondsAt(wait);

    /// <summary>Seconds of one thread for a whole execution when every line waits so long.</summary>
    public double SecondsAt(double wait) => Math.Max(1e-12, Seconds + (WaitFactor * wait));
}
