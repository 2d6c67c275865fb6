using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Everything that anything in a policy asks.</summary>
internal static class AskedConditions
{
    public static IEnumerable<Condition> Of(Policy policy) =>
        [
            .. policy.Classes.Select(query => query.Condition).OfType<Condition>(),
            .. policy.Rules.SelectMany(rule => rule.Steps).Select(step => step.When),
            .. policy.Rules.Select(rule => rule.Unless).OfType<Condition>(),
            .. policy
                .Rules.Select(rule => rule.During)
                .OfType<Window>()
                .Select(window => new DuringCondition(window, "", default)),
            .. policy.States.Select(state => state.When),
            .. policy.States.Select(state => state.Until).OfType<Condition>(),
        ];
}
