using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Meaning;

/// <summary>The atoms of a condition that say what a query is, not what it is not: those under no <c>not</c>.</summary>
internal static class PositiveAtoms
{
    /// <summary>In the order of the text.</summary>
    public static IEnumerable<AtomCondition> Of(Condition condition) =>
        condition switch
        {
            AndCondition and => and.Operands.SelectMany(Of),
            OrCondition or => or.Operands.SelectMany(Of),
            AtomCondition atom => [atom],
            _ => [],
        };
}
