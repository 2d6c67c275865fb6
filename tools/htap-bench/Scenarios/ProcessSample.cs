using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>What a process, or several, hold and have used.</summary>
/// <param name="Bytes">Resident memory.</param>
/// <param name="Threads">Threads.</param>
/// <param name="Descriptors">Open descriptors.</param>
/// <param name="CpuSeconds">Processor time since the start.</param>
internal sealed record ProcessSample(long Bytes, int Threads, int Descriptors, double CpuSeconds)
{
    private static readonly ProcessSample None = new(0, 0, 0, 0);

    /// <summary>Takes one of these processes together.</summary>
    public static ProcessSample Take(IEnumerable<int> processes) =>
        processes.Select(Take).Aggregate(None, (sum, each) => sum.Plus(each));

    /// <summary>Both together.</summary>
    public ProcessSample Plus(ProcessSample other) =>
        new(
            Bytes + other.Bytes,
            Threads + other.Threads,
            Descriptors + other.Descriptors,
            CpuSeconds + other.CpuSeconds
        );

    private static ProcessSample Take(int process) =>
        new(
            ProcessFacts.ResidentBytes(process) ?? 0,
            ProcessFacts.Threads(process) ?? 0,
            ProcessFacts.Descriptors(process) ?? 0,
            ProcessFacts.CpuSeconds(process) ?? 0
        );
}
