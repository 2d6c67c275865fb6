using RgPolicy.Engine.Classify.Conditions;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// Writes a condition as arms, of which one must hold: each a list of literals, all of which must hold.
/// Kleene's and, or and not distribute like Boole's, so a condition is true exactly when some arm is, and can become
/// true exactly when some arm can.
/// </summary>
internal static class ArmExpansion
{
    private const int MostArms = 64;

    /// <summary>The arms; a condition that would have too many is one arm of one literal.</summary>
    public static ImmutableArray<ImmutableArray<Literal>> Of(CompiledCondition condition) =>
        Expand(condition, isNegated: false)
        ??
        [
            [new Literal(condition, false)],
        ];

    private static ImmutableArray<ImmutableArray<Literal>>? Expand(CompiledCondition condition, bool isNegated) =>
        condition switch
        {
            NotNode not => Expand(not.Operands[0], !isNegated),
            AndNode and => isNegated ? AnyOf(and.Operands, isNegated) : AllOf(and.Operands, isNegated),
            OrNode or => isNegated ? AllOf(or.Operands, isNegated) : AnyOf(or.Operands, isNegated),
            _ =>
            [
                [new Literal(condition, isNegated)],
            ],
        };

    private static ImmutableArray<ImmutableArray<Literal>>? AnyOf(
        ImmutableArray<CompiledCondition> operands,
        bool isNegated
    )
    {
        var arms = ImmutableArray.CreateBuilder<ImmutableArray<Literal>>();
        foreach (var operand in operands)
        {
            if (Expand(operand, isNegated) is not { } more || arms.Count + more.Length > MostArms)
                return null;

            arms.AddRange(more);
        }

        return arms.ToImmutable();
    }

    private static ImmutableArray<ImmutableArray<Literal>>? AllOf(
        ImmutableArray<CompiledCondition> operands,
        bool isNegated
    )
    {
        ImmutableArray<ImmutableArray<Literal>> arms =
        [
            [],
        ];
        foreach (var operand in operands)
        {
            if (Expand(operand, isNegated) is not { } more || arms.Length * more.Length > MostArms)
                return null;

            arms = [.. from left in arms from right in more select left.AddRange(right)];
        }

        return arms;
    }
}
