using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using static RgPolicy.SimulationProof.Papers.FigureKind;
using static RgPolicy.SimulationProof.Papers.Operators;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>Noll, Teubner, May, Böhm (ICDE'18): Xeon E5-2699 v4, 22 cores, 55 MiB, 64 GB/s, 80 ns.</summary>
internal static class Icde2018
{
    private const string Name = "ICDE'18";
    private const int Ways = 20;
    private const int Tenth = 2;

    // Ten to the fifth groups, the worst case: the tables of all threads are about as large as the cache.
    public const double Tables = 55 * MiB;

    public static readonly Stage Machine = new(
        Stage.Socket("e5_2699_v4", 22, (long)(55 * MiB), Ways),
        new MemoryModel()
    );

    /// <summary>What is fitted: queries alone, in a tenth of the cache.</summary>
    public static IEnumerable<PaperFigure> Solo(
        double aggregationCpu,
        double aggregationOverlap,
        double joinCpu,
        double joinOverlap
    )
    {
        MixQuery Aggregated(double dictionary) =>
            Aggregation(44, dictionary * MiB, Tables, aggregationCpu, aggregationOverlap);
        MixQuery Joined(double keys) => Join(44, keys, joinCpu, joinOverlap);

        yield return new(
            Name,
            "aggregation, dictionary 4 MiB, alone in 10 %",
            Fitted,
            -67,
            -67,
            Machine.Alone(Tenth, Aggregated(4))
        );
        yield return new(
            Name,
            "aggregation, dictionary 40 MiB, alone in 10 %",
            Fitted,
            -62,
            -62,
            Machine.Alone(Tenth, Aggregated(40))
        );
        yield return new(Name, "join of 1e8 keys alone in 10 %", Fitted, -33, -33, Machine.Alone(Tenth, Joined(1e8)));
        yield return new(
            Name,
            "aggregation, dictionary 400 MiB, alone in 10 %",
            Predicted,
            -54,
            -31,
            Machine.Alone(Tenth, Aggregated(400))
        );
        yield return new(Name, "join of 1e6 keys alone in 10 %", Predicted, -14, -5, Machine.Alone(Tenth, Joined(1e6)));
        yield return new(Name, "join of 1e7 keys alone in 10 %", Predicted, -14, -5, Machine.Alone(Tenth, Joined(1e7)));
        yield return new(Name, "join of 1e9 keys alone in 10 %", Predicted, -14, -5, Machine.Alone(Tenth, Joined(1e9)));
        yield return new(Name, "join of 1e8 keys alone in 60 %", Predicted, -2, 0, Machine.Alone(12, Joined(1e8)));
        yield return new(Name, "scan alone in 10 %", Predicted, -2, 0, Machine.Alone(Tenth, Scan(44)));
    }
}
