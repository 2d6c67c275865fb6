using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds conditions; null means that a mistake was reported.</summary>
internal sealed class ConditionBinder(BindingScope scope)
{
    private readonly SignalConstants _constants = new(scope);
    private readonly QuestionBinder _questions = new(scope);

    public Condition? Bind(ConditionSyntax condition) =>
        condition switch
        {
            ConditionSyntax.Or any => All(any.Operands) is { } operands
                ? new OrCondition(operands, any.Phrase, scope.Range(any))
                : null,
            ConditionSyntax.And all => All(all.Operands) is { } operands
                ? new AndCondition(operands, all.Phrase, scope.Range(all))
                : null,
            ConditionSyntax.Not not => Bind(not),
            ConditionSyntax.Group group => Bind(group.Inner),
            ConditionSyntax.During during => scope.Windows.Use(during.Window) is { } window
                ? new DuringCondition(window, during.Phrase, scope.Range(during))
                : null,
            ConditionSyntax.Atom atom => BindSignal(atom.Signal) is { } signal ? _questions.Bind(atom, signal) : null,
            _ => null,
        };

    /// <summary>The comparison of a signal that the text names elsewhere (<c>until &lt; 40%</c>).</summary>
    public ComparisonCondition? BindValue(LeaveSyntax.Value leave, Signal signal)
    {
        var operation = QuestionBinder.Operator(leave.Operator);
        return _constants.BindAsked(leave.Limit, signal) is { } value
            ? new ComparisonCondition(signal, operation, value, $"{signal.Name} {leave.Phrase}", scope.Range(leave))
            : null;
    }

    /// <summary>The signal of a full name; reports RG2001 for an unknown one.</summary>
    public Signal? BindSignal(SignalSyntax context)
    {
        var name = context.Text;
        if (SignalCatalog.Find(name) is { } signal)
            return signal;

        if (Disguise.Of(name, plain => SignalCatalog.Find(plain) is not null) is { } disguise)
        {
            scope.Report("RG1004", context, disguise.Message, scope.Replace(context, disguise.Plain, isSafe: true));
            return SignalCatalog.Find(disguise.Plain);
        }

        var meant =
            NameSuggestion.Find(name, SignalCatalog.All.Select(known => known.Name))
            ?? Only(known => known.StartsWith(name + ".", StringComparison.Ordinal))
            ?? OfAnotherPhase(name)
            ?? Foreign(name);
        scope.Report(
            "RG2001",
            context,
            $"There is no signal `{name}`." + (meant is null ? OfPhase(name) : $" Did you mean `{meant}`?"),
            scope.Replace(context, meant, isSafe: false)
        );
        return null;
    }

    // `session.user`, `request.duration`: as the servers' views call it.
    private static string? Foreign(string name) =>
        ForeignSignalNames.SignalOf(name[(name.IndexOf('.', StringComparison.Ordinal) + 1)..]);

    // What there is instead, where nothing is near.
    private static string OfPhase(string name)
    {
        var dot = name.IndexOf('.', StringComparison.Ordinal);
        var known = SignalCatalog
            .All.Where(signal => dot > 0 && signal.Name.StartsWith(name[..(dot + 1)], StringComparison.Ordinal))
            .Select(signal => $"`{signal.Name}`")
            .ToList();
        return known.Count == 0
            ? " Signals begin with `session`, `statement`, `plan`, `request`, `history`, `host` or `dbms`, such as "
                + "`session.login`."
            : $" Those of `{name[..dot]}` are {string.Join(", ", known)}.";
    }

    // `query.elapsed`: the rest of the name is that of one signal only.
    private static string? OfAnotherPhase(string name)
    {
        var dot = name.IndexOf('.', StringComparison.Ordinal);
        var rest = dot < 0 ? name : name[dot..];
        return dot < 0 ? null : Only(known => known.EndsWith(rest, StringComparison.Ordinal));
    }

    private static string? Only(Func<string, bool> isMeant) =>
        SignalCatalog.All.Select(known => known.Name).Where(isMeant).Take(2).ToList() is [var only] ? only : null;

    private ImmutableArray<Condition>? All(ImmutableArray<ConditionSyntax> operands)
    {
        var bound = operands.Select(Bind).ToList();
        return bound.Contains(null) ? null : [.. bound.OfType<Condition>()];
    }

    private NotCondition? Bind(ConditionSyntax.Not not)
    {
        if (Bind(not.Operand) is not { } condition)
            return null;

        var text = not.Operand is ConditionSyntax.Group ? $"not ({condition.Text})" : $"not {condition.Text}";
        return new NotCondition(condition, text, scope.Range(not));
    }
}
