using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Explain;

/// <summary>
/// Finds the atoms that a condition's value rests on: as long as they stay, true and false stay,
/// whatever the others become. Where a single operand suffices (a false one of <c>and</c>, a true one of <c>or</c>) it
/// is the first in the text. An unknown value rests on everything unknown that keeps it so.
/// </summary>
internal static class DecidingAtoms
{
    /// <summary>The atoms, by reference.</summary>
    public static IReadOnlySet<CompiledCondition> Of(CompiledCondition condition, SignalValues values, Instant at)
    {
        var found = new HashSet<CompiledCondition>(ReferenceEqualityComparer.Instance);
        Collect(condition, values, at, found);
        return found;
    }

    private static void Collect(
        CompiledCondition condition,
        SignalValues values,
        Instant at,
        HashSet<CompiledCondition> found
    )
    {
        if (condition is not OperatorNode { IsAtom: false } node)
        {
            found.Add(condition);
            return;
        }

        var value = node.Evaluate(values, at).Value;
        var same =
            node is NotNode
                ? [.. node.Operands]
                : node.Operands.Where(operand => operand.Evaluate(values, at).Value == value).ToList();
        var needsAll =
            node is NotNode || value == Truth.Unknown || value == (node is AndNode ? Truth.True : Truth.False);
        foreach (var operand in needsAll ? same : same.Take(1))
            Collect(operand, values, at, found);
    }
}
