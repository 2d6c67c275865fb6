using RgPolicy.Plans;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>The operators of ICDE'18 and DaMoN'21 as queries of a mix.</summary>
internal static class Operators
{
    public const double MiB = 1024 * 1024;

    // Of one execution: long enough that beginning and ending do not count.
    private const double Rows = 4e9;

    // A packed column of 20 bits.
    private const double BytesOfRow = 2.5;

    /// <summary>
    /// A scan with predicate over packed codes. The reference tells that it does not profit from the cache and nothing
    /// of its speed:
    /// assumed are 4 GB/s of a thread, so that a socket full of them is bound by the memory.
    /// </summary>
    public static MixQuery Scan(int threads) =>
        new()
        {
            Name = "scan",
            Dop = threads,
            Phases =
            [
                new MixPhase
                {
                    Shape = PlanShape.Scan,
                    StreamedBytes = Rows * BytesOfRow,
                    CpuSeconds = Rows * BytesOfRow / 4e9,
                },
            ],
        };

    /// <summary>A hash aggregation: each row is decoded by a dictionary and added up in a hash table.</summary>
    public static MixQuery Aggregation(
        int threads,
        double dictionary,
        double tables,
        double cpu,
        double overlap,
        string name = "aggregation"
    ) =>
        new()
        {
            Name = name,
            Dop = threads,
            Phases =
            [
                new MixPhase
                {
                    Shape = PlanShape.Aggregation,
                    StreamedBytes = Rows * BytesOfRow,
                    CpuSeconds = Rows * cpu,
                    Overlap = overlap,
                    Structures =
                    [
                        .. new[] { dictionary, tables }
                            .Where(bytes => bytes > 0)
                            .Select(bytes => new MixStructure(bytes, Rows, 0, false)),
                    ],
                },
            ],
        };

    /// <summary>A foreign-key join: each key is looked up in a vector of bits.</summary>
    public static MixQuery Join(int threads, double keys, double cpu, double overlap) =>
        new()
        {
            Name = "join",
            Dop = threads,
            Phases =
            [
                new MixPhase
                {
                    Shape = PlanShape.Join,
                    StreamedBytes = Rows * 4,
                    CpuSeconds = Rows * cpu,
                    Overlap = overlap,
                    Structures = [new MixStructure(keys / 8, Rows, 0, false)],
                },
            ],
        };
}
