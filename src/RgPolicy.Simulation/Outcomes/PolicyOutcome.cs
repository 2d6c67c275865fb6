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
        var gain = GainOf(query, free.Queries[index], governed.Queries[index]);
        var all = drawn.Select(each => GainOf(query, each.Free.Queries[index], each.Governed.Queries[index]));
        var known = all.Append(gain).OfType<double>().ToList();
        return new QueryGain(
            query.Name,
            gain,
            known.Count > 0 ? known.Min() : null,
            known.Count > 0 ? known.Max() : null
        );
    }

    // A closed loop does more in the same time; what comes by the clock, or a fixed number of times, is done sooner,
    // as far as it
    // is done at all.
    private static double? GainOf(MixQuery query, QueryOutcome free, QueryOutcome governed)
    {
        var isLoop = query is { EverySeconds: null, Executions: null };
        var (before, after) =
            isLoop || free.MeanSeconds is not { } slow || governed.MeanSeconds is not { } fast
                ? (free.Executions, governed.Executions)
                : (1 / slow, 1 / fast);
        return before > 0 ? (after / before) - 1 : null;
    }
}
