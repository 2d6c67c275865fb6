using RgPolicy.Plans;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Tests.Running;

/// <summary>Mixes of queries of all lengths, with structures of 30 kB to 1 GB.</summary>
internal static class DrawnMix
{
    private static readonly PlanShape[] Shapes =
    [
        PlanShape.Scan,
        PlanShape.Aggregation,
        PlanShape.Join,
        PlanShape.Oltp,
    ];

    public static Mix Of(DrawnMixKind kind, int queries, Random random) =>
        new() { Seconds = 30, Queries = [.. Enumerable.Range(0, queries).Select(index => Query(kind, index, random))] };

    private static MixQuery Query(DrawnMixKind kind, int index, Random random)
    {
        var query = new MixQuery
        {
            Name = string.Create(CultureInfo.InvariantCulture, $"q{index}"),
            Session = new("", random.Next(2) == 0 ? "a" : "b", "", "", false),
            Dop = 1 << random.Next(4),
            Clients = 1 + random.Next(3),
            Phases = [.. Enumerable.Range(0, 1 + random.Next(3)).Select(_ => Phase(kind, random))],
        };
        return kind switch
        {
            DrawnMixKind.Staggered => query with { BeginsSeconds = random.NextDouble() * 10 },
            DrawnMixKind.Pauses => query with { ThinkSeconds = random.Next(3) * 0.5 },
            DrawnMixKind.Arrivals when random.Next(2) == 0 => query with
            {
                EverySeconds = PowerOfTen(-0.5, 1.3, random),
            },
            DrawnMixKind.Long => query with { BeginsSeconds = random.NextDouble() * 20 },
            DrawnMixKind.Once => query with
            {
                BeginsSeconds = random.NextDouble() * 20,
                Executions = 1 + random.Next(3),
            },
            _ => query,
        };
    }

    private static MixPhase Phase(DrawnMixKind kind, Random random)
    {
        var seconds = kind == DrawnMixKind.Long ? PowerOfTen(1, 3, random) : PowerOfTen(-2, 1.3, random);
        return new MixPhase
        {
            Shape = Shapes[random.Next(Shapes.Length)],
            CpuSeconds = seconds,
            StreamedBytes = random.Next(3) == 0 ? seconds * 2e9 : 0,
            Structures = [.. Enumerable.Range(0, random.Next(4)).Select(_ => Structure(seconds, random))],
        };
    }

    private static MixStructure Structure(double seconds, Random random) =>
        new(
            PowerOfTen(4.5, 9, random),
            1 + (seconds * PowerOfTen(6, 8, random)),
            random.Next(3) * 0.6,
            random.Next(3) == 0
        )
        {
            IsShared = random.Next(3) == 0,
        };

    private static double PowerOfTen(double least, double most, Random random) =>
        Math.Pow(10, least + ((most - least) * random.NextDouble()));
}
