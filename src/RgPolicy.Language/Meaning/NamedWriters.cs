using System.Collections.Immutable;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Meaning;

/// <summary>
/// The classes that ask <c>plan.writes</c>: they mean statements of open transactions that have written too, which are
/// left alone else. A question below a <c>not</c> does not count.
/// </summary>
public static class NamedWriters
{
    private static readonly Signal Writes = SignalCatalog.Get("plan.writes");

    /// <summary>For each class, whether it does.</summary>
    public static ImmutableArray<bool> Find(Policy policy)
    {
        ArgumentNullException.ThrowIfNull(policy);
        return
        [
            .. policy.Classes.Select(item => item.Condition is { } condition && PositiveAtoms.Of(condition).Any(Asks)),
        ];
    }

    /// <summary>True for an atom that asks for writers.</summary>
    internal static bool Asks(AtomCondition atom) =>
        atom.Signal == Writes
        && atom is ComparisonCondition { Operator: ComparisonOperator.Equal, Value: BoolConstant { Value: true } };
}
