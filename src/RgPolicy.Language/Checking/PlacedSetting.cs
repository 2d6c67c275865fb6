using System.Collections.Immutable;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Checking;

/// <summary>A setting and its owner, for messages: a pool, a pool in a state, or a rule.</summary>
internal sealed record PlacedSetting(Setting Setting, string Owner)
{
    /// <summary>True for a rule's limit of one query.</summary>
    public bool IsOfQuery { get; private init; }

    /// <summary>Every setting that the policy would have enforced.</summary>
    public static ImmutableArray<PlacedSetting> All(Policy policy) =>
        [
            .. from pool in policy.Pools
            from setting in pool.Settings
            select new PlacedSetting(setting, $"pool `{pool.Name}`"),
            .. from state in policy.States
            from change in state.Overrides
            from setting in change.Settings
            select new PlacedSetting(setting, $"pool `{change.Pool.Name}` in `{state.Name}`"),
            .. from rule in policy.Rules
            from step in rule.Steps
            where step.Then is RuleAction.Limit
            select new PlacedSetting(((RuleAction.Limit)step.Then).Setting, $"rule `{rule.Name}`") { IsOfQuery = true },
        ];
}
