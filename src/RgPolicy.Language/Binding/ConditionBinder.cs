using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds conditions; null means that a mistake was reported.</summary>
internal sealed class ConditionBinder(BindingScope scope)
{
    private readonly SignalConstants _constants = new(scope);
    private readonly QuestionBinder _questions = new(scope);

    public Condition? Bind(ConditionContext condition)
    {
        var operands = All(condition.conjunction(), Bind);
        return operands switch
        {
            null => null,
            [var single] => single,
            var several => new OrCondition(several.Value, scope.Parsed.Phrase(condition), scope.Range(condition)),
        };
    }

    /// <summary>The comparison of a signal that the text names elsewhere (<c>until &lt; 40%</c>).</summary>
    public ComparisonCondition? BindValue(LeaveValueContext leave, Signal signal)
    {
        var operation = QuestionBinder.Operator(leave.comparison());
        return _constants.Bind(leave.expression(), signal) is { } value
            ? new ComparisonCondition(signal, operation, value, $"{signal.Name} {scope.Parsed.Phrase(leave)}", scope.Range(leave))
            : null;
    }

    /// <summary>The signal of a full name; reports RG2001 for an unknown one.</summary>
    public Signal? BindSignal(SignalContext context)
    {
        var name = context.GetText();
        if (SignalCatalog.Find(name) is { } signal)
        {
            return signal;
        }

        var meant = NameSuggestion.Find(name, SignalCatalog.All.Select(known => known.Name));
        scope.Report("RG2001", context,
            $"There is no signal `{name}`." + (meant is null ? "" : $" Did you mean `{meant}`?"),
            meant is null ? null : scope.Replace(context, meant, isSafe: false));
        return null;
    }

    private static ImmutableArray<Condition>? All<T>(T[] contexts, Func<T, Condition?> bind)
    {
        var bound = contexts.Select(bind).ToList();
        return bound.Contains(null) ? null : [.. bound.OfType<Condition>()];
    }

    private Condition? Bind(ConjunctionContext conjunction)
    {
        var operands = All(conjunction.negation(), Bind);
        return operands switch
        {
            null => null,
            [var single] => single,
            var several => new AndCondition(several.Value, scope.Parsed.Phrase(conjunction), scope.Range(conjunction)),
        };
    }

    private Condition? Bind(NegationContext negation)
    {
        var condition = Bind(negation.primary());
        var end = scope.Range(negation);
        for (var index = negation.NOT().Length - 1; index >= 0 && condition is not null; index--)
        {
            var start = scope.Parsed.Range(negation.NOT(index).Symbol);
            var range = new TextRange(start.StartLine, start.StartColumn, end.EndLine, end.EndColumn);
            var isGrouped = index == negation.NOT().Length - 1 && negation.primary() is GroupContext;
            condition = new NotCondition(condition, isGrouped ? $"not ({condition.Text})" : $"not {condition.Text}", range);
        }

        return condition;
    }

    private Condition? Bind(PrimaryContext primary) => primary switch
    {
        GroupContext group => Bind(group.condition()),
        DuringContext during => scope.Windows.Use(during.name()) is { } window
            ? new DuringCondition(window, scope.Parsed.Phrase(during), scope.Range(during)) : null,
        AtomContext atom => BindSignal(atom.signal()) is { } signal ? _questions.Bind(atom, signal) : null,
        _ => null,
    };
}
