using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Binding;

/// <summary>The signals that a condition asks about.</summary>
internal static class ConditionSignals
{
    public static IEnumerable<Signal> Of(Condition condition) =>
        condition switch
        {
            AndCondition all => all.Operands.SelectMany(Of),
            OrCondition any => any.Operands.SelectMany(Of),
            NotCondition not => Of(not.Operand),
            AtomCondition atom => [atom.Signal],
            _ => [],
        };
}
