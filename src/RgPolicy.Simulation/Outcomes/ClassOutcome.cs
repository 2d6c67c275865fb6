namespace RgPolicy.Simulation.Outcomes;

/// <summary>What became of the queries that mostly had one class.</summary>
/// <param name="Class">The class.</param>
/// <param name="Queries">How many.</param>
/// <param name="Gain">The geometric mean of their gains; null where none has one.</param>
/// <param name="Low">The same of the least gains, so no more than the least of that mean.</param>
/// <param name="High">The same of the most.</param>
/// <param name="Throughput">The geometric mean of how much more of each is done; null where none is known.</param>
/// <param name="HitRatio">Of all their accesses to structures, those that found their line; null without any.</param>
/// <param name="HitRatioBefore">The same ungoverned.</param>
/// <param name="BytesPerSecond">Bytes per second from memory, together.</param>
/// <param name="BytesPerSecondBefore">The same ungoverned.</param>
internal sealed record ClassOutcome(
    string Class,
    int Queries,
    double? Gain,
    double? Low,
    double? High,
    double? Throughput,
    double? HitRatio,
    double? HitRatioBefore,
    double BytesPerSecond,
    double BytesPerSecondBefore
)
{
    /// <summary>Class by class, in the order in which queries name them.</summary>
    /// <param name="free">The run without a governor.</param>
    /// <param name="outcome">The run under a policy.</param>
    public static ImmutableArray<ClassOutcome> Of(RunOutcome free, PolicyOutcome outcome)
    {
        return
        [
            .. Enumerable
                .Range(0, outcome.Gains.Length)
                .GroupBy(index => outcome.Run.Queries[index].Class, StringComparer.Ordinal)
                .Select(same => Of(same.Key, [.. same], free.Queries, outcome)),
        ];
    }

    private static ClassOutcome Of(
        string name,
        int[] members,
        ImmutableArray<QueryOutcome> before,
        PolicyOutcome outcome
    )
    {
        var after = outcome.Run.Queries;
        double? Mean(Func<QueryGain, double?> gain) => MeanOf([.. members.Select(index => gain(outcome.Gains[index]))]);
        return new ClassOutcome(
            name,
            members.Length,
            Mean(each => each.Gain),
            Mean(each => each.Low),
            Mean(each => each.High),
            Mean(each => each.Throughput),
            HitRatioOf(members, after),
            HitRatioOf(members, before),
            members.Sum(index => after[index].BytesPerSecond),
            members.Sum(index => before[index].BytesPerSecond)
        );
    }

    private static double? MeanOf(double?[] gains)
    {
        var known = gains.OfType<double>().ToArray();
        return known.Length == 0 ? null : Math.Exp(known.Average(gain => Math.Log(Math.Max(1e-9, 1 + gain)))) - 1;
    }

    private static double? HitRatioOf(int[] members, ImmutableArray<QueryOutcome> queries)
    {
        var accesses = members.Sum(index => queries[index].Accesses);
        return accesses > 0
            ? members.Sum(index => queries[index].Accesses * (queries[index].HitRatio ?? 0)) / accesses
            : null;
    }
}
