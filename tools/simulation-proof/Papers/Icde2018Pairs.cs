using RgPolicy.Simulation.Mixes;
using static RgPolicy.SimulationProof.Papers.FigureKind;
using static RgPolicy.SimulationProof.Papers.Operators;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>
/// The pairs of ICDE'18 under the policy of the paper, each query with half of the hardware threads. Nothing here was
/// fitted.
/// </summary>
internal static class Icde2018Pairs
{
    private const string Name = "ICDE'18";
    private const int Threads = 22;

    private static readonly Stage Machine = Icde2018.Machine;

    /// <summary>Aggregation beside scan, aggregation beside join.</summary>
    public static IEnumerable<PaperFigure> Figures() => BesideScan().Concat(BesideJoin());

    private static IEnumerable<PaperFigure> BesideScan()
    {
        var policy = Policies.Text("noll2018");
        foreach (
            var (dictionary, low, high, scan) in new[]
            {
                (4.0, 20.0, 20.0, 3.0),
                (40, 21, 21, 6),
                (400, 3, 9, double.NaN),
            }
        )
        {
            var gains = Machine.Gains(policy, null, Scan(Threads), Aggregated(dictionary));
            yield return new(
                Name,
                $"aggregation, dictionary {dictionary} MiB, beside scan",
                Predicted,
                low,
                high,
                gains[1]
            );
            if (!double.IsNaN(scan))
                yield return new(Name, $"scan beside that aggregation", Predicted, scan, scan, gains[0]);
        }
    }

    private static IEnumerable<PaperFigure> BesideJoin()
    {
        var narrow = Machine.Gains(JoinIn(10), null, Aggregated(4), Joined(1e6));
        yield return new(Name, "aggregation beside join of 1e6 keys in 10 %", Predicted, 38, 38, narrow[0]);
        yield return new(Name, "that join of 1e6 keys", Predicted, 7, 7, narrow[1]);
        var hurt = Machine.Gains(JoinIn(10), null, Aggregated(4), Joined(1e8));
        yield return new(Name, "aggregation beside join of 1e8 keys in 10 %", Predicted, 19, 19, hurt[0]);
        yield return new(Name, "that join of 1e8 keys", Predicted, -31, -15, hurt[1]);
        var fair = Machine.Gains(JoinIn(60), null, Aggregated(4), Joined(1e8));
        yield return new(Name, "aggregation beside join of 1e8 keys in 60 %", Predicted, 9, 9, fair[0]);
        yield return new(Name, "that join of 1e8 keys", Predicted, -2, 2, fair[1]);
    }

    private static MixQuery Aggregated(double dictionary) =>
        Aggregation(Threads, dictionary * MiB, Icde2018.Tables, Frozen.AggregationCpu, Frozen.AggregationOverlap);

    private static MixQuery Joined(double keys) => Join(Threads, keys, Frozen.JoinCpu, Frozen.JoinOverlap);

    private static string JoinIn(int percent) =>
        FormattableString.Invariant($"language 1 pool all {{ cache 100% }} pool join {{ cache {percent}% }}")
        + " class join -> join when plan.shape = join default -> all";
}
