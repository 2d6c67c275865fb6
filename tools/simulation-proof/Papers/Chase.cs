using RgPolicy.Plans;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using static RgPolicy.SimulationProof.Papers.FigureKind;
using static RgPolicy.SimulationProof.Papers.Operators;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>The pointer chase of Noll's thesis (2021): Xeon E7-8870 v4, 20 cores, 50 MiB, beside four sequential
/// readers.</summary>
internal static class Chase
{
    private const string Name = "thesis 2021";
    private const double Steps = 4e8;

    // The chase alone: 18 ns where the cache holds all, 116 ns where it holds nothing.
    private static readonly MemoryModel Memory = new() { LlcSeconds = 18e-9, MemorySeconds = 116e-9 };

    private static readonly Stage Machine = new(Stage.Socket("e7_8870_v4", 20, (long)(50 * MiB), 20), Memory);

    private const string Pocket = """
        language 1
        pool rest { cache 100% cpu weight 200 }
        pool readers { cache 10%, at least 2 ways }
        class reader -> readers when plan.shape = scan
        default -> rest
        """;

    /// <summary>The chase alone, then beside the readers, free and in a tenth of the cache. Random accesses were the
    /// first guess; circles were tried when it was seen to be wrong.</summary>
    public static IEnumerable<PaperFigure> Figures()
    {
        yield return new(Name, "chase over 4 MiB alone", Fitted, 18, 18, Nanoseconds(null, 4, 0, false), "ns");
        yield return new(Name, "chase over 4 GiB alone", Fitted, 116, 116, Nanoseconds(null, 4096, 0, false), "ns");
        foreach (
            var (isCyclic, how, kind) in new[]
            {
                (false, "as random accesses", Predicted),
                (true, "in circles", Adjusted),
            }
        )
        {
            foreach (var size in new[] { 4, 16, 32 })
            {
                var (free, apart) = (Nanoseconds(null, size, 4, isCyclic), Nanoseconds(Pocket, size, 4, isCyclic));
                var what = $"chase over {size} MiB {how}, four readers";
                yield return new(Name, what, kind, 117, 117, free, "ns");
                yield return new(Name, $"{what} in 10 %", kind, 20, 20, apart, "ns");
            }
        }
    }

    private static double Nanoseconds(string? policy, double size, int readers, bool isCyclic)
    {
        var chase = new MixQuery
        {
            Name = "chase",
            Phases =
            [
                new MixPhase
                {
                    Shape = PlanShape.Join,
                    Overlap = 1,
                    Structures = [new MixStructure(size * MiB, Steps, 0, isCyclic)],
                },
            ],
        };
        var all = Enumerable
            .Range(0, readers)
            .Select(index => Scan(1) with { Name = $"reader {index}" })
            .Prepend(chase);
        return 1e9 / (Machine.Rates(policy, [.. all])[0] / 60 * Steps);
    }
}
