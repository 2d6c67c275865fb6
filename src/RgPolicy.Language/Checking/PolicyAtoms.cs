using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Checking;

/// <summary>The questions of all conditions of a policy.</summary>
internal static class PolicyAtoms
{
    public static IEnumerable<AtomCondition> Of(Policy policy) => Conditions(policy).SelectMany(Atoms);

    private static IEnumerable<Condition> Conditions(Policy policy) =>
        policy
            .Classes.Select(query => query.Condition)
            .Concat(
                policy.Rules.SelectMany(rule => rule.Steps.Select(step => (Condition?)step.When).Append(rule.Unless))
            )
            .Concat(policy.States.SelectMany(state => new[] { state.When, state.Until }))
            .OfType<Condition>();

    private static IEnumerable<AtomCondition> Atoms(Condition condition) =>
        condition switch
        {
            AndCondition and => and.Operands.SelectMany(Atoms),
            OrCondition or => or.Operands.SelectMany(Atoms),
            NotCondition not => Atoms(not.Operand),
            AtomCondition atom => [atom],
            _ => [],
        };
}
