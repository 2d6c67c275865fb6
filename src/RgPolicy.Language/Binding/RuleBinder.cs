using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds run-time rules; null means that a mistake was reported.</summary>
internal sealed class RuleBinder(BindingScope scope)
{
    private readonly Durations _durations = new(scope);

    public Rule? Bind(RuleSyntax rule, ImmutableArray<QueryClass> classes)
    {
        var watched = rule.Classes.Select(name => Class(name, classes)).ToList();
        var window = rule.Window is null ? null : scope.Windows.Use(rule.Window);
        var steps = rule.Items.OfType<RuleItemSyntax.Step>().Select(Step).ToList();
        var unless = Unless([.. rule.Items.OfType<RuleItemSyntax.Unless>()]);
        if (steps.Count == 0 && !scope.Bag.HasSyntaxErrorIn(scope.Range(rule)))
        {
            scope.Report(
                "RG2009",
                rule.Name,
                "This rule does nothing: write a step, such as `when " + "request.elapsed > 10 min then log`."
            );
        }

        return watched.Contains(null) || steps.Contains(null)
            ? null
            : new Rule(
                rule.Name.Text,
                [.. watched.OfType<QueryClass>()],
                window,
                [.. steps.OfType<RuleStep>()],
                unless,
                scope.Range(rule)
            );
    }

    private QueryClass? Class(NameSyntax name, ImmutableArray<QueryClass> classes) =>
        name.Text == "default" ? classes.FirstOrDefault(query => query.Condition is null) : scope.Classes.Use(name);

    private Condition? Unless(ImmutableArray<RuleItemSyntax.Unless> items)
    {
        foreach (var item in items.Skip(1))
            scope.Report("RG2009", item, "A rule has one `unless`: join the conditions with `or`.");

        return items.Length == 0 ? null : scope.Conditions.Bind(items[0].Condition);
    }

    private RuleStep? Step(RuleItemSyntax.Step step)
    {
        var when = scope.Conditions.Bind(step.When);
        var then = Action(step.Then);
        return when is null || then is null ? null : new RuleStep(when, then, scope.Range(step));
    }

    private RuleAction? Action(ActionSyntax action)
    {
        var pool = action.Pool is null ? null : scope.Pools.Use(action.Pool);
        var duration = action.Duration is null ? null : _durations.Bind(action.Duration);
        var setting = action.Setting is null ? null : scope.Settings.Bind(action.Setting, isRequired: false);
        return action.Tokens.First.Text switch
        {
            "log" => new RuleAction.Log(),
            "notify" => new RuleAction.Notify(),
            "deprioritize" => new RuleAction.Deprioritize(),
            "shrink" => new RuleAction.ShrinkNext(),
            "limit" when setting is not null => new RuleAction.Limit(setting),
            "move" when pool is not null => new RuleAction.MoveTo(pool),
            "quarantine" when duration is { } time && (pool is not null || action.Pool is null) =>
                new RuleAction.Quarantine(pool, time),
            "cancel" => new RuleAction.Cancel(),
            _ => null,
        };
    }
}
