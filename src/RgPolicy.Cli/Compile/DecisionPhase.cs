using System.Collections.Immutable;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Cli.Compile;

/// <summary>
/// When the decision for a class can be final at the earliest: when the last signal that its condition, or one above it,
/// asks for can be known.
/// </summary>
/// <param name="Name">As documents name it.</param>
/// <param name="Words">For people.</param>
/// <param name="Classes">The classes that are decided then, in the order of the text.</param>
internal sealed record DecisionPhase(string Name, string Words, ImmutableArray<QueryClass> Classes)
{
    private static readonly ImmutableArray<(string Name, string Words)> Phases =
    [
        ("session", "at login"),
        ("statement", "with the statement's text"),
        ("plan", "with the plan"),
        ("request", "while it runs"),
    ];

    /// <summary>All phases that decide something, in the order in which they come.</summary>
    public static ImmutableArray<DecisionPhase> Of(Policy policy)
    {
        var latest = 0;
        var ranked = new List<(QueryClass Class, int Rank)>();
        foreach (var each in policy.Classes)
        {
            latest = Math.Max(latest, each.Condition is null ? 0 : Signals(each.Condition).Select(Rank).Append(0).Max());
            ranked.Add((each, latest));
        }

        return [.. ranked
            .GroupBy(pair => pair.Rank, pair => pair.Class)
            .Select(group => new DecisionPhase(Phases[group.Key].Name, Phases[group.Key].Words, [.. group]))];
    }

    // History comes with the fingerprint; host, DBMS and time are known at any moment.
    private static int Rank(Signal signal) => signal.Phase switch
    {
        SignalPhase.Request => 3,
        SignalPhase.Plan => 2,
        SignalPhase.Statement or SignalPhase.History => 1,
        _ => 0,
    };

    private static IEnumerable<Signal> Signals(Condition condition) => condition switch
    {
        AndCondition and => and.Operands.SelectMany(Signals),
        OrCondition or => or.Operands.SelectMany(Signals),
        NotCondition not => Signals(not.Operand),
        AtomCondition atom => [atom.Signal],
        _ => [],
    };
}
