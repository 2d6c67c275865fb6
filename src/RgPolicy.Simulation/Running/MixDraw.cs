using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Running;

/// <summary>A mix as it might really be: its figures times factors with a log-normal distribution. The same seed draws
/// the same.</summary>
internal sealed class MixDraw(Mix mix, int seed)
{
    private ulong _state = (ulong)seed * 0x9E3779B97F4A7C15;

    /// <summary>Draws one.</summary>
    public Mix Draw() =>
        mix with
        {
            Queries = [.. mix.Queries.Select(query => query with { Phases = [.. query.Phases.Select(Phase)] })],
        };

    private MixPhase Phase(MixPhase phase) =>
        phase with
        {
            CpuSeconds = phase.CpuSeconds * Factor(),
            StreamedBytes = phase.StreamedBytes * Factor(),
            Structures =
            [
                .. phase.Structures.Select(each =>
                    each with
                    {
                        Bytes = each.Bytes * Factor(),
                        Accesses = each.Accesses * Factor(),
                    }
                ),
            ],
        };

    private double Factor() => Math.Exp(mix.Uncertainty * Normal());

    // Box and Muller.
    private double Normal() => Math.Sqrt(-2 * Math.Log(1 - Uniform())) * Math.Cos(2 * Math.PI * Uniform());

    // SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    private double Uniform()
    {
        var mixed = _state += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return ((mixed ^ (mixed >> 31)) >> 11) * (1.0 / (1UL << 53));
    }
}
