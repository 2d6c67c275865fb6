using System.Collections.Immutable;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Outcomes;

/// <summary>A mix under a policy.</summary>
/// <param name="Run">What happened.</param>
/// <param name="Gains">Query by query, against ungoverned.</param>
public sealed record PolicyOutcome(RunOutcome Run, ImmutableArray<QueryGain> Gains)
{
    /// <summary>Less than this is not told from nothing.</summary>
    public const double Noticeable = 0.01;

    /// <summary>Queries that are slower than ungoverned by more than that.</summary>
    public IEnumerable<QueryGain> Worse => Gains.Where(each => each.Gain < -Noticeable);

    /// <summary>Makes it.</summary>
    internal static PolicyOutcome Of(
        RunOutcome free,
        RunOutcome governed,
        ImmutableArray<(RunOutcome Free, RunOutcome Governed)> drawn,
        Mix mix
    ) => new(governed, [.. mix.Queries.Select((query, index) => Of(query, index, free, governed, drawn))]);

    private static QueryGain Of(
        MixQuery query,
        int index,
        RunOutcome free,
        RunOutcome governed,
        ImmutableArray<(RunOutcome Free, RunOutcome Governed)> drawn
    )
    {
        var gain = GainOf(query, index, free, governed);
        var all = drawn.Select(each => GainOf(query, index, each.Free, each.Governed));
        var known = all.Append(gain).OfType<double>().ToList();
        return new QueryGain(
            query.Name,
            gain,
            known.Count > 0 ? known.Min() : null,
            known.Count > 0 ? known.Max() : null
        );
    }

    // A closed loop does more in the same time; what comes by the clock, or a fixed number of times, is done sooner, as
    // far as it is done at all. Runs that were cut ended at different times, which nothing can be told from.
    private static double? GainOf(MixQuery query, int index, RunOutcome freeRun, RunOutcome governedRun)
    {
        if (freeRun.IsCut || governedRun.IsCut)
        {
            return null;
        }

        var (free, governed) = (freeRun.Queries[index], governedRun.Queries[index]);
        var isLoop = query is { EverySeconds: null, Executions: null };
        var (before, after) =
            isLoop || free.MeanSeconds is not { } slow || governed.MeanSeconds is not { } fast
                ? (free.Executions, governed.Executions)
                : (1 / slow, 1 / fast);
        return before > 0 ? (after / before) - 1 : null;
    }
}
