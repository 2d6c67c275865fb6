using System.Collections.Immutable;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Compile;

/// <summary>
/// The classes that ask <c>plan.writes</c>: they mean statements of open transactions that have written too, which are left alone
/// else. What stands under a <c>not</c> names nobody.
/// </summary>
internal static class NamedWriters
{
    private static readonly Signal Writes = SignalCatalog.Get("plan.writes");

    /// <summary>For each class, whether it does.</summary>
    public static ImmutableArray<bool> Find(Policy policy) =>
        [.. policy.Classes.Select(item => item.Condition is { } condition && Asks(condition))];

    private static bool Asks(Condition condition) => condition switch
    {
        AndCondition and => and.Operands.Any(Asks),
        OrCondition or => or.Operands.Any(Asks),
        AtomCondition atom => atom.Signal == Writes && IsPositive(atom),
        _ => false,
    };

    private static bool IsPositive(AtomCondition atom) =>
        atom is ComparisonCondition { Operator: ComparisonOperator.Equal, Value: BoolConstant { Value: true } };
}
