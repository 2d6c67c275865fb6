using RgPolicy.Plans;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using static RgPolicy.SimulationProof.Papers.FigureKind;
using static RgPolicy.SimulationProof.Papers.Operators;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>
/// Sen, Ramachandra (HPCA'18): SQL Server on two Xeons E5-2620 v4, each with 8 cores and 20 MB. Both sockets do the
/// same, so one is computed; sizes are of both, as in the paper. TPC-H of scale 100 is one phase with Zipf's law of
/// exponent 1 over all that it reads again: footprint and processor time are fitted to its two steps, and the sizes
/// that suffice follow. Of the other workloads the reference tells no curve, so nothing could be fitted.
/// </summary>
internal static class Hpca2018
{
    private const string Name = "HPCA'18";
    private const double Accesses = 1e9;
    private const int Ways = 20;

    private static readonly Stage Machine = new(
        Stage.Socket("e5_2620_v4", 8, 20_000_000, Ways),
        new MemoryModel { BytesPerSecond = 34e9 }
    );

    /// <summary>The two steps to which the workload was fitted, and the two sizes that suffice.</summary>
    public static IEnumerable<PaperFigure> Figures() => Figures(Frozen.TpchMegabytes, Frozen.TpchCpu);

    /// <summary>The same for other parameters.</summary>
    public static IEnumerable<PaperFigure> Figures(double megabytes, double cpu)
    {
        var rates = Enumerable.Range(1, Ways).Select(ways => Machine.RateIn(ways, Tpch(megabytes, cpu))).ToArray();
        yield return new(Name, "TPC-H of scale 100 from 2 to 10 MB", Fitted, 240, 240, Step(rates, 2, 10));
        yield return new(Name, "TPC-H of scale 100 from 10 to 40 MB", Fitted, 26, 26, Step(rates, 10, 40));
        yield return new(Name, "MB of 40 for 90 % of its speed", Predicted, 16, 16, Enough(rates, 0.9), "MB");
        yield return new(Name, "MB of 40 for 95 % of its speed", Predicted, 22, 22, Enough(rates, 0.95), "MB");
    }

    // A way of each socket is 2 MB of both.
    private static double Step(double[] rates, int from, int to) =>
        ((rates[(to / 2) - 1] / rates[(from / 2) - 1]) - 1) * 100;

    private static double Enough(double[] rates, double part) =>
        2 * (1 + Array.FindIndex(rates, rate => rate >= part * rates[^1]));

    private static MixQuery Tpch(double megabytes, double cpu) =>
        new()
        {
            Name = "tpc-h",
            Dop = 16,
            Phases =
            [
                new MixPhase
                {
                    Shape = PlanShape.Join,
                    CpuSeconds = Accesses * cpu,
                    Structures = [new MixStructure(megabytes * MiB, Accesses, 1, false)],
                },
            ],
        };
}
