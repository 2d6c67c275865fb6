using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Sampling;

/// <summary>What sampling one query has found and cost.</summary>
/// <param name="Set">What was found last, of it or of an earlier execution of its fingerprint; null for
/// nothing.</param>
/// <param name="Spent">What looking at it has cost.</param>
/// <param name="NextAge">How old it must be to be looked at again.</param>
internal sealed record SampleAccount(MeasuredSet? Set, TimeSpan Spent, TimeSpan NextAge)
{
    // Of the query's own time, at most.
    private const double Share = 0.01;

    // Until then a query may end before its sample, and its budget pays for nothing.
    private static readonly TimeSpan Youngest = TimeSpan.FromSeconds(1);

    /// <summary>Of a query that is seen for the first time.</summary>
    public static SampleAccount New(MeasuredSet? known) => new(known, TimeSpan.Zero, Youngest);

    /// <summary>What may be spent on it at an age; nothing while it is not its turn.</summary>
    public TimeSpan Budget(TimeSpan age) => age < NextAge ? TimeSpan.Zero : (age * Share) - Spent;

    /// <summary>After a sample at an age: the next one when it is twice as old.</summary>
    public SampleAccount After(TimeSpan age, TimeSpan cost, MeasuredSet? found) =>
        new(found ?? Set, Spent + cost, 2 * age);
}
