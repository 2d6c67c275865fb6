using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Tests.Running;

/// <summary>Two queries beside each other on one last-level cache, each on its own cores: drawn, or those of the
/// papers.</summary>
internal static class DrawnPair
{
    private const double MiB = 1024 * 1024;

    // Of each thread in one execution.
    private const double CpuSeconds = 0.5;

    // A packed column of 20 bits.
    private const double PackedBytes = 2.5;

    // What `simulate` takes for plans, which tell no processor time.
    private const double SecondsOfByte = 0.5e-9;

    private static readonly PlanShape[] Shapes =
    [
        PlanShape.Scan,
        PlanShape.Aggregation,
        PlanShape.Join,
        PlanShape.Sort,
        PlanShape.Write,
        PlanShape.Join,
        PlanShape.Aggregation,
        PlanShape.BulkLoad,
    ];

    private static readonly string[] Logins = ["", "shop", "bi", "etl", "backup"];

    /// <summary>A pair of any shapes, sizes and logins.</summary>
    public static Mix Of(Random random, TargetProfile target) =>
        Beside(Drawn(random, target, "a"), Drawn(random, target, "b"), target);

    /// <summary>
    /// The 20 queries of ICDE'18 (a scan, 15 aggregations, 4 joins) and the tasks of DaMoN'21: each beside the scan, and
    /// the joins and tasks beside aggregations.
    /// </summary>
    public static IEnumerable<Mix> OfThePapers(TargetProfile target)
    {
        var threads = Threads(target);
        var scan = Query("scan", PlanShape.Scan, threads, PackedBytes / 4e9, PackedBytes, 4);
        MixQuery[] aggregations =
        [
            .. from dictionary in new[] { 4, 40, 400 }
            from groups in new[] { 1e2, 1e3, 1e4, 1e5, 1e6 }
            select Aggregation("aggregation", threads, dictionary * MiB, groups * 64),
        ];
        MixQuery[] joins =
        [
            .. new[] { 1e6, 1e7, 1e8, 1e9 }.Select(keys =>
                Query("join", PlanShape.Join, threads, 1.29e-8, 4, 4, keys / 8)
            ),
        ];
        MixQuery[] tasks = [Aggregation("small", threads, 25e6), Aggregation("large", threads, 50e6)];
        return
        [
            .. aggregations.Concat(joins).Concat(tasks).Select(each => Beside(scan, each, target)),
            .. joins.Select(each => Beside(aggregations[6], each, target)),
            Beside(tasks[0], tasks[1], target),
        ];
    }

    private static Mix Beside(MixQuery one, MixQuery other, TargetProfile target) =>
        new()
        {
            Seconds = 5,
            Queries = [one, other],
            Memory = MemoryOf(target),
        };

    // The memory of a socket grows with its processors: 64 GB/s for 44, as in ICDE'18.
    private static MemoryModel MemoryOf(TargetProfile target) =>
        new() { BytesPerSecond = 64e9 * Math.Max(1, target.Cores / target.Sockets / 44.0) };

    private static MixQuery Drawn(Random random, TargetProfile target, string name)
    {
        var login = Logins[random.Next(Logins.Length)];
        // A backup reads each table once.
        var shape = login == "backup" ? PlanShape.Scan : Shapes[random.Next(Shapes.Length)];
        var most = Math.Log2(target.LlcBytes * (random.Next(4) == 0 ? 256.0 : 8.0));
        var bytes = Math.Pow(2, 12 + (random.NextDouble() * (most - 12)));
        // A row takes from 10 ns, as in the papers, to 100 ns, as `simulate` takes for plans.
        var ofRow = Math.Pow(10, -8 + random.NextDouble());
        var bytesOfRow = PackedBytes * Math.Pow(40, random.NextDouble());
        var overlap = 1 + (random.NextDouble() * 9);
        var onlyStreams =
            login == "backup" || shape == PlanShape.BulkLoad || (shape == PlanShape.Scan && random.Next(2) == 0);
        var cpu = (onlyStreams ? 0 : ofRow) + (SecondsOfByte * bytesOfRow);
        return Query(name, shape, Threads(target), cpu, bytesOfRow, overlap, onlyStreams ? [] : [bytes]) with
        {
            Session = new("", login, "", "", false),
            Kind = shape switch
            {
                PlanShape.BulkLoad => StatementKind.BulkLoad,
                PlanShape.Write => StatementKind.Update,
                _ => StatementKind.Select,
            },
        };
    }

    // A quarter of the logical CPUs of a last-level cache: both queries find cores of their own.
    private static int Threads(TargetProfile target) =>
        Math.Max(1, (target.L3Domains.IsEmpty ? target.Cores : target.L3Domains[0].Cpus.Count()) / 4);

    private static MixQuery Aggregation(string name, int threads, params double[] structures) =>
        Query(name, PlanShape.Aggregation, threads, 1.09e-8, PackedBytes, 14.1, structures);

    private static MixQuery Query(
        string name,
        PlanShape shape,
        int threads,
        double cpuOfRow,
        double bytesOfRow,
        double overlap,
        params double[] structures
    )
    {
        var rows = threads * CpuSeconds / cpuOfRow;
        return new()
        {
            Name = name,
            Dop = threads,
            Domain = 0,
            Phases =
            [
                new MixPhase
                {
                    Shape = shape,
                    StreamedBytes = rows * bytesOfRow,
                    CpuSeconds = rows * cpuOfRow,
                    Overlap = overlap,
                    Structures = [.. structures.Select(bytes => new MixStructure(bytes, rows, 0, false))],
                },
            ],
        };
    }
}
