using Antlr4.Runtime;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds what is asked about one signal, and checks that its type can be asked so.</summary>
internal sealed class QuestionBinder(BindingScope scope)
{
    private readonly SignalConstants _constants = new(scope);

    public Condition? Bind(AtomContext atom, Signal signal) => atom.question() switch
    {
        null => Flag(atom, signal),
        CompareContext compare => Compare(atom, compare, signal),
        InListContext list => Negate(list.NOT() is not null, atom, In(atom, list, signal)),
        BetweenContext between => Negate(between.NOT() is not null, atom, Between(atom, between, signal)),
        LikeContext like => Negate(like.NOT() is not null, atom, Like(atom, like, signal)),
        KnownContext known => Negate(
            known.NOT() is not null, atom, new KnownCondition(signal, Positive(atom), scope.Range(atom))),
        ContainsContext contains => Contains(atom, [contains.expression()], signal),
        ContainsAnyContext any => Contains(atom, any.expression(), signal),
        _ => null,
    };

    public static ComparisonOperator Operator(ComparisonContext comparison) => comparison.GetText() switch
    {
        "=" or "==" => ComparisonOperator.Equal,
        "!=" or "<>" => ComparisonOperator.NotEqual,
        "<" => ComparisonOperator.Less,
        "<=" => ComparisonOperator.LessOrEqual,
        ">" => ComparisonOperator.Greater,
        _ => ComparisonOperator.GreaterOrEqual,
    };

    private Condition? Negate(bool isNegated, AtomContext atom, Condition? condition) =>
        !isNegated || condition is null
            ? condition
            : new NotCondition(condition, scope.Parsed.Phrase(atom), scope.Range(atom));

    /// <summary>The words without the <c>not</c> that becomes a condition of its own.</summary>
    private string Positive(AtomContext atom) =>
        scope.Parsed.Phrase(atom)
            .Replace(" is not ", " is ", StringComparison.Ordinal);

    private ComparisonCondition? Flag(AtomContext atom, Signal signal)
    {
        if (signal.Type == SignalType.Bool)
        {
            return new ComparisonCondition(
                signal, ComparisonOperator.Equal, new BoolConstant(true), scope.Parsed.Phrase(atom), scope.Range(atom));
        }

        scope.Report("RG2002", atom, $"`{signal.Name}` is not true or false by itself: compare it, such as `{signal.Name} = ...`.");
        return null;
    }

    private ComparisonCondition? Compare(AtomContext atom, CompareContext compare, Signal signal)
    {
        var operation = Operator(compare.comparison());
        var isOrder = operation is not (ComparisonOperator.Equal or ComparisonOperator.NotEqual);
        if (signal.Type == SignalType.Set)
        {
            return Refuse(compare.comparison(), $"`{signal.Name}` is a set: ask `contains 'x'` or `contains any ('a', 'b')`.");
        }

        if (isOrder && !IsOrdered(signal))
        {
            return Refuse(compare.comparison(), $"`{signal.Name}` has no order: ask `=`, `!=` or `in`.");
        }

        return _constants.Bind(compare.expression(), signal) is { } value
            ? new ComparisonCondition(signal, operation, value, scope.Parsed.Phrase(atom), scope.Range(atom))
            : null;
    }

    private InCondition? In(AtomContext atom, InListContext list, Signal signal)
    {
        if (signal.Type == SignalType.Set)
        {
            Refuse(list, $"`{signal.Name}` is a set: ask `contains any (...)`.");
            return null;
        }

        var values = list.expression().Select(item => _constants.Bind(item, signal)).ToList();
        return values.Contains(null)
            ? null
            : new InCondition(signal, [.. values.OfType<Constant>()], PositiveQuestion(atom, list, list.NOT()), scope.Range(atom));
    }

    private BetweenCondition? Between(AtomContext atom, BetweenContext between, Signal signal)
    {
        if (!IsOrdered(signal))
        {
            Refuse(between, $"`{signal.Name}` has no order: ask `=`, `!=` or `in`.");
            return null;
        }

        var low = _constants.Bind(between.low, signal);
        var high = _constants.Bind(between.high, signal);
        return low is null || high is null
            ? null
            : new BetweenCondition(signal, low, high, PositiveQuestion(atom, between, between.NOT()), scope.Range(atom));
    }

    private LikeCondition? Like(AtomContext atom, LikeContext like, Signal signal)
    {
        if (signal.Type != SignalType.Text)
        {
            Refuse(like, $"`like` asks about a text, and `{signal.Name}` is none.");
            return null;
        }

        return _constants.Bind(like.expression(), signal) is TextConstant pattern
            ? new LikeCondition(signal, pattern, PositiveQuestion(atom, like, like.NOT()), scope.Range(atom))
            : null;
    }

    private ContainsCondition? Contains(AtomContext atom, ExpressionContext[] items, Signal signal)
    {
        if (signal.Type != SignalType.Set)
        {
            Refuse(atom.question(), $"`contains` asks about a set, and `{signal.Name}` is none: ask `like '%x%'` or `in (...)`.");
            return null;
        }

        var values = items.Select(item => _constants.Bind(item, signal)).ToList();
        return values.Contains(null)
            ? null
            : new ContainsCondition(signal, [.. values.OfType<TextConstant>()], scope.Parsed.Phrase(atom), scope.Range(atom));
    }

    private string PositiveQuestion(AtomContext atom, ParserRuleContext question, Antlr4.Runtime.Tree.ITerminalNode? not)
    {
        var text = scope.Parsed.Phrase(question);
        return $"{scope.Parsed.Phrase(atom.signal())} {(not is null ? text : text["not ".Length..].TrimStart())}";
    }

    private ComparisonCondition? Refuse(ParserRuleContext where, string message)
    {
        scope.Report("RG2002", where, message);
        return null;
    }

    private static bool IsOrdered(Signal signal) =>
        signal.Type is not (SignalType.Text or SignalType.Enum or SignalType.Bool or SignalType.Set);
}
