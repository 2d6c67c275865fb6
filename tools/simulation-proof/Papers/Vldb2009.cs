using RgPolicy.Plans;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using static RgPolicy.SimulationProof.Papers.FigureKind;
using static RgPolicy.SimulationProof.Papers.Operators;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>
/// Lee, Ding, Chen, Lu, Zhang (VLDB'09): PostgreSQL 8.3, two cores that share 4 MB. The reference has no curve of a
/// join
/// alone: assumed are 300 ns of processor time for a row, and one access at a time.
/// </summary>
internal static class Vldb2009
{
    private const string Name = "VLDB'09";
    private const double Rows = 2e7;
    private const double RowSeconds = 3e-7;

    private static readonly Stage Machine = new(
        Stage.Socket("two_cores", 2, (long)(4 * MiB), 32, threads: 1),
        new MemoryModel
        {
            BytesPerSecond = 6.4e9,
            MemorySeconds = 100e-9,
            LlcSeconds = 5e-9,
            L2Bytes = 32 * 1024,
        }
    );

    /// <summary>A hash join of moderate locality beside an index join, and how long four of each take by
    /// twos.</summary>
    public static IEnumerable<PaperFigure> Figures()
    {
        var policy = Policies.Text("mccdb2009");
        var gain = Machine.Gains(policy, null, Hash(4, "hash"), Index("index"))[0];
        yield return new(Name, "time of a moderate hash join beside an index join", Assumed, -33, -33, Time(gain));
        yield return new(Name, "time of four of each, two at a time", Assumed, -16.5, -16.5, Queue(policy));
    }

    private static double Time(double gain) => ((1 / (1 + (gain / 100))) - 1) * 100;

    private static double Queue(string policy)
    {
        var queries = Enumerable
            .Range(0, 4)
            .SelectMany(index => new[] { Hash(2 + index, $"hash {index}"), Index($"index {index}") });
        var mix = new Mix
        {
            Seconds = 600,
            Slots = 2,
            Queries = [.. queries.Select(query => query with { Executions = 1 })],
        };
        var (after, before) = (Machine.Play(mix, policy), Machine.Play(mix, null));
        return ((after.Queries.Max(each => each.LastEnd) / before.Queries.Max(each => each.LastEnd)) - 1) * 100;
    }

    private static MixQuery Hash(double table, string name) => Join(name, table * MiB, 1);

    // Each row of an index join reads the index's leaf and the table's page somewhere in a large buffer pool.
    private static MixQuery Index(string name) => Join(name, 1024 * MiB, 8);

    private static MixQuery Join(string name, double bytes, double accesses) =>
        new()
        {
            Name = name,
            Phases =
            [
                new MixPhase
                {
                    Shape = PlanShape.Join,
                    CpuSeconds = Rows * RowSeconds,
                    StreamedBytes = Rows * 100,
                    Overlap = 1,
                    Structures = [new MixStructure(bytes, Rows * accesses, 0, false)],
                },
            ],
        };
}
