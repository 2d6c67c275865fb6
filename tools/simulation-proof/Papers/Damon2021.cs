using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using static RgPolicy.SimulationProof.Papers.FigureKind;
using static RgPolicy.SimulationProof.Papers.Operators;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>
/// Zeng, Hale, Glavic (DaMoN'21): Xeon E5-2630 v4, 10 cores, 25 MB, 64 GB/s. The reference has no curve of a task
/// alone,
/// so the aggregation is the one that was fitted to ICDE'18: every figure here is predicted from another machine.
/// </summary>
internal static class Damon2021
{
    private const string Name = "DaMoN'21";
    private const int Threads = 10;

    private static readonly Stage Machine = new(Stage.Socket("e5_2630_v4", 10, 25_000_000, 20), new MemoryModel());

    /// <summary>Pairs of tasks, and two queries that go from task to task.</summary>
    public static IEnumerable<PaperFigure> Figures()
    {
        var (scan, small, large) = (Scan(Threads), Table(25, "task2"), Table(50, "task3"));
        var policy = Policies.Text("zeng2021");
        var first = Machine.Gains(policy, null, scan, small)[1];
        yield return new(Name, "aggregation of 25 MB beside scan", Predicted, 26, 26, first);
        var both = Machine.Gains(policy, null, small, large);
        yield return new(Name, "aggregation of 25 MB beside one of 50 MB", Predicted, 26, 26, both[0]);
        yield return new(Name, "aggregation of 50 MB beside one of 25 MB", Predicted, -10, 0, both[1]);
        yield return new(Name, "two composite queries, dynamic", Assumed, 11, 11, Composite(policy));
        foreach (var percent in new[] { 10, 50, 90 })
            yield return new(
                Name,
                $"two composite queries, static {percent}/{100 - percent}",
                Assumed,
                -2,
                2,
                Composite(Static(percent))
            );
    }

    // The reference does not say of what the two consist: here each is a scan and two aggregations, in opposite orders.
    private static double Composite(string policy)
    {
        var (scan, small, large) = (Phase(Scan(Threads)), Phase(Table(25, "")), Phase(Table(50, "")));
        var one = new MixQuery
        {
            Name = "one",
            Dop = Threads,
            Phases = [scan, small, large],
            Session = Named("one"),
        };
        var two = new MixQuery
        {
            Name = "two",
            Dop = Threads,
            Phases = [small, large, scan],
            Session = Named("two"),
        };
        var mix = new Mix
        {
            Seconds = 120,
            SeesPhases = true,
            Queries = [one, two],
        };
        var (after, before) = (Machine.Play(mix, policy), Machine.Play(mix, null));
        return ((after.Queries.Sum(each => each.Executions) / before.Queries.Sum(each => each.Executions)) - 1) * 100;
    }

    private static MixPhase Phase(MixQuery query) => query.Phases[0];

    private static Engine.Observe.SessionFacts Named(string app) => new("", app, "", "", false);

    private static string Static(int percent) =>
        FormattableString.Invariant(
            $"language 1 pool rest {{ cpu weight 200 }} pool one {{ cpu weight 199 cache {percent}%, exclusive }}"
        )
        + FormattableString.Invariant($" pool two {{ cpu weight 199 cache {100 - percent}% }}")
        + " class one -> one when session.app = 'one' class two -> two when session.app = 'two' default -> rest";

    private static MixQuery Table(double megabytes, string name) =>
        Aggregation(Threads, 0, megabytes * 1e6, Frozen.AggregationCpu, Frozen.AggregationOverlap, name);
}
