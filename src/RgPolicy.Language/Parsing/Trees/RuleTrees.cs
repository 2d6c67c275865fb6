using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Trees;

/// <summary>Rules of the syntax tree.</summary>
internal sealed class RuleTrees(
    TreeSlices slices,
    ExpressionTrees expressions,
    ConditionTrees conditions,
    SettingTrees settings
)
{
    public RuleSyntax Of(RuleStatementContext rule) =>
        new(
            slices.Of(rule),
            slices.Name(rule.ruleName),
            [.. rule._classes.Select(slices.Name)],
            slices.NameOrNone(rule.window),
            [.. rule.ruleItem().Select(Of)]
        );

    private RuleItemSyntax Of(RuleItemContext item) =>
        item switch
        {
            StepContext step => new RuleItemSyntax.Step(
                slices.Of(step),
                conditions.Of(step.condition()),
                Of(step.action())
            ),
            UnlessContext unless => new RuleItemSyntax.Unless(slices.Of(unless), conditions.Of(unless.condition())),
            _ => throw Unmapped.Rule(item),
        };

    private ActionSyntax Of(ActionContext action)
    {
        var slice = slices.Of(action);
        return action switch
        {
            LogContext => new ActionSyntax.Log(slice),
            NotifyContext => new ActionSyntax.Notify(slice),
            DeprioritizeContext => new ActionSyntax.Deprioritize(slice),
            LimitContext limit => new ActionSyntax.Limit(slice, settings.Of(limit.settingBody())),
            MoveToContext move => new ActionSyntax.MoveTo(slice, slices.Name(move.name())),
            ShrinkNextContext => new ActionSyntax.ShrinkNext(slice),
            QuarantineContext quarantine => new ActionSyntax.Quarantine(
                slice,
                slices.NameOrNone(quarantine.name()),
                expressions.Of(quarantine.expression())
            ),
            CancelContext => new ActionSyntax.Cancel(slice),
            _ => throw Unmapped.Rule(action),
        };
    }
}
