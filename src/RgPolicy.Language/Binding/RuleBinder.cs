using System.Collections.Immutable;
using RgPolicy.Language.Model;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds run-time rules; null means that a mistake was reported.</summary>
internal sealed class RuleBinder(BindingScope scope)
{
    private readonly Durations _durations = new(scope);

    public Rule? Bind(RuleStatementContext rule, ImmutableArray<QueryClass> classes)
    {
        var watched = rule._classes.Select(name => Class(name, classes)).ToList();
        var window = rule.window is null ? null : scope.Windows.Use(rule.window);
        var steps = rule.ruleItem().OfType<StepContext>().Select(Step).ToList();
        var unless = Unless([.. rule.ruleItem().OfType<UnlessContext>()]);
        if (steps.Count == 0)
        {
            scope.Report("RG2009", rule.ruleName, "This rule does nothing: write a step, such as `when "
                + "request.elapsed > 10 min then log`.");
        }

        return watched.Contains(null) || steps.Contains(null)
            ? null
            : new Rule(rule.ruleName.GetText(), [.. watched.OfType<QueryClass>()], window,
                [.. steps.OfType<RuleStep>()], unless, scope.Range(rule));
    }

    private QueryClass? Class(NameContext name, ImmutableArray<QueryClass> classes) => name.GetText() == "default"
        ? classes.FirstOrDefault(query => query.Condition is null)
        : scope.Classes.Use(name);

    private Condition? Unless(UnlessContext[] items)
    {
        foreach (var item in items.Skip(1))
        {
            scope.Report("RG2009", item, "A rule has one `unless`: join the conditions with `or`.");
        }

        return items.Length == 0 ? null : scope.Conditions.Bind(items[0].condition());
    }

    private RuleStep? Step(StepContext step)
    {
        var when = scope.Conditions.Bind(step.condition());
        var then = Action(step.action());
        return when is null || then is null ? null : new RuleStep(when, then, scope.Range(step));
    }

    private RuleAction? Action(ActionContext action) => action switch
    {
        LogContext => new RuleAction.Log(),
        NotifyContext => new RuleAction.Notify(),
        DeprioritizeContext => new RuleAction.Deprioritize(),
        ShrinkNextContext => new RuleAction.ShrinkNext(),
        CancelContext => new RuleAction.Cancel(),
        LimitContext limit => scope.Settings.Bind(limit.settingBody(), isRequired: false) is { } setting
            ? new RuleAction.Limit(setting) : null,
        MoveToContext move => scope.Pools.Use(move.name()) is { } pool ? new RuleAction.MoveTo(pool) : null,
        QuarantineContext quarantine => Quarantine(quarantine),
        _ => null,
    };

    private RuleAction.Quarantine? Quarantine(QuarantineContext quarantine)
    {
        var pool = quarantine.name() is null ? null : scope.Pools.Use(quarantine.name());
        var duration = _durations.Bind(quarantine.expression());
        return duration is null || (pool is null && quarantine.name() is not null)
            ? null
            : new RuleAction.Quarantine(pool, duration.Value);
    }
}
