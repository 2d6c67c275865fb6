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

    private ActionSyntax Of(ActionContext action) =>
        new(
            slices.Of(action),
            slices.NameOrNone(action.GetRuleContext<NameContext>(0)),
            action.GetRuleContext<SettingBodyContext>(0) is { } setting ? settings.Of(setting) : null,
            expressions.OrNone(action.GetRuleContext<ExpressionContext>(0))
        );
}
