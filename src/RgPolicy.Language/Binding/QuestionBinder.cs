using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Binding;

/// <summary>Binds what is asked about one signal, and checks that its type can be asked so.</summary>
internal sealed class QuestionBinder(BindingScope scope)
{
    private readonly SignalConstants _constants = new(scope);

    public Condition? Bind(ConditionSyntax.Atom atom, Signal signal) =>
        atom.Question switch
        {
            null => Flag(atom, signal),
            QuestionSyntax.Compare compare => Compare(atom, compare, signal),
            QuestionSyntax.In list => Negate(list.IsNegated, atom, In(atom, list, signal)),
            QuestionSyntax.Between between => Negate(between.IsNegated, atom, Between(atom, between, signal)),
            QuestionSyntax.Like like => Negate(like.IsNegated, atom, Like(atom, like, signal)),
            QuestionSyntax.Known known => Negate(
                known.IsNegated,
                atom,
                new KnownCondition(signal, Positive(atom), scope.Range(atom))
            ),
            QuestionSyntax.Contains contains => Contains(atom, contains, signal),
            _ => null,
        };

    public static ComparisonOperator Operator(SyntaxToken comparison) =>
        comparison.Text switch
        {
            "=" => ComparisonOperator.Equal,
            "!=" => ComparisonOperator.NotEqual,
            "<" => ComparisonOperator.Less,
            "<=" => ComparisonOperator.LessOrEqual,
            ">" => ComparisonOperator.Greater,
            _ => ComparisonOperator.GreaterOrEqual,
        };

    private Condition? Negate(bool isNegated, ConditionSyntax.Atom atom, Condition? condition) =>
        !isNegated || condition is null ? condition : new NotCondition(condition, atom.Phrase, scope.Range(atom));

    /// <summary>The words without the <c>not</c> that becomes a condition of its own.</summary>
    private static string Positive(ConditionSyntax.Atom atom) =>
        atom.Phrase.Replace(" is not ", " is ", StringComparison.Ordinal);

    private ComparisonCondition? Flag(ConditionSyntax.Atom atom, Signal signal)
    {
        if (signal.Type == SignalType.Bool)
        {
            return new ComparisonCondition(
                signal,
                ComparisonOperator.Equal,
                new BoolConstant(true),
                atom.Phrase,
                scope.Range(atom)
            );
        }

        scope.Report(
            "RG2002",
            atom,
            $"`{signal.Name}` is not true or false by itself: compare it, such as `{signal.Name} = ...`."
        );
        return null;
    }

    private ComparisonCondition? Compare(ConditionSyntax.Atom atom, QuestionSyntax.Compare compare, Signal signal)
    {
        if (NoValue(compare, signal))
            return null;

        var operation = Operator(compare.Operator);
        var isOrder = operation is not (ComparisonOperator.Equal or ComparisonOperator.NotEqual);
        if (signal.Type == SignalType.Set)
        {
            return RefuseOperator(
                compare,
                signal.Name == SignalCatalog.Group
                    ? $"A login is in several groups: ask `{signal.Name} in ('a', 'b')`."
                    : $"`{signal.Name}` is a set: ask `contains 'x'` or `contains any ('a', 'b')`."
            );
        }

        if (isOrder && !IsOrdered(signal))
            return RefuseOperator(compare, $"`{signal.Name}` has no order: ask `=`, `!=` or `in`.");

        return _constants.BindAsked(compare.Value, signal) is { } value
            ? new ComparisonCondition(signal, operation, value, atom.Phrase, scope.Range(atom))
            : null;
    }

    // `= null`, `!= None`
    private bool NoValue(QuestionSyntax.Compare compare, Signal signal)
    {
        var isAsked =
            compare.Operator.Text is "=" or "!="
            && compare.Value is ExpressionSyntax.Reference name
            && !scope.Lets.Contains(name.Text)
            && name.Text.ToUpperInvariant() is "NULL" or "NONE" or "NIL" or "UNDEFINED";
        if (isAsked)
        {
            var meant = compare.Operator.Text == "=" ? "is not known" : "is known";
            scope.Report(
                "RG2001",
                compare,
                $"Nothing equals `{compare.Value.Text}`: whether a signal has a value is asked with "
                    + $"`{signal.Name} {meant}`.",
                scope.Replace(compare, meant, isSafe: true)
            );
        }

        return isAsked;
    }

    /// <summary>To be in one of several groups is to have one of them.</summary>
    private AtomCondition? In(ConditionSyntax.Atom atom, QuestionSyntax.In list, Signal signal)
    {
        var isGroup = signal.Name == SignalCatalog.Group;
        if (signal.Type == SignalType.Set && !isGroup)
        {
            Refuse(list, $"`{signal.Name}` is a set: ask `contains any (...)`.");
            return null;
        }

        var values = _constants.BindList(list.Values, signal);
        var text = PositiveQuestion(atom, list, list.IsNegated);
        return values.Contains(null) ? null
            : isGroup ? new ContainsCondition(signal, [.. values.OfType<TextConstant>()], text, scope.Range(atom))
            : new InCondition(signal, [.. values.OfType<Constant>()], text, scope.Range(atom));
    }

    private BetweenCondition? Between(ConditionSyntax.Atom atom, QuestionSyntax.Between between, Signal signal)
    {
        if (!IsOrdered(signal))
        {
            Refuse(between, $"`{signal.Name}` has no order: ask `=`, `!=` or `in`.");
            return null;
        }

        var low = _constants.BindAsked(between.Low, signal);
        var high = _constants.BindAsked(between.High, signal);
        return low is null || high is null
            ? null
            : new BetweenCondition(
                signal,
                low,
                high,
                PositiveQuestion(atom, between, between.IsNegated),
                scope.Range(atom)
            );
    }

    private LikeCondition? Like(ConditionSyntax.Atom atom, QuestionSyntax.Like like, Signal signal)
    {
        if (signal.Type != SignalType.Text)
        {
            Refuse(like, $"`like` asks about a text, and `{signal.Name}` is none.");
            return null;
        }

        return _constants.Bind(like.Pattern, signal) is TextConstant text && Pattern(like, text) is { } pattern
            ? new LikeCondition(signal, pattern, PositiveQuestion(atom, like, like.IsNegated), scope.Range(atom))
            {
                PatternRange = PatternRange(like),
            }
            : null;
    }

    private TextPattern? Pattern(QuestionSyntax.Like like, TextConstant text)
    {
        var escape = like.Escape is { } token ? ConstantBinder.Unquote(token.Text) : null;
        var problem = escape is null or [not ('%' or '_')]
            ? TextPattern.ProblemOf(text.Value, escape?[0])
            : "An escape is one character, and no wildcard itself, such as `escape '!'`.";
        if (problem is not null)
        {
            Refuse(like, problem);
            return null;
        }

        return TextPattern.Read(text.Value, text.Exactly, escape?[0]);
    }

    private TextRange? PatternRange(QuestionSyntax.Like like)
    {
        var (whole, pattern) = (scope.Range(like), scope.Range(like.Pattern));
        return like.Pattern is ExpressionSyntax.Literal
            ? whole with
            {
                StartLine = pattern.StartLine,
                StartColumn = pattern.StartColumn,
            }
            : null;
    }

    private ContainsCondition? Contains(ConditionSyntax.Atom atom, QuestionSyntax.Contains question, Signal signal)
    {
        if (signal.Type != SignalType.Set)
        {
            scope.Report(
                "RG2002",
                question,
                $"`contains` asks about a set, and `{signal.Name}` is none: ask `like '%x%'` or `in (...)`.",
                AsPattern(question, signal)
            );
            return null;
        }

        var values = question.Values.Select(item => _constants.Bind(item, signal)).ToList();
        return values.Contains(null)
            ? null
            : new ContainsCondition(signal, [.. values.OfType<TextConstant>()], atom.Phrase, scope.Range(atom));
    }

    private Fix? AsPattern(QuestionSyntax.Contains question, Signal signal) =>
        signal.Type == SignalType.Text
        && question.Values is [ExpressionSyntax.Literal { Quoted.Text: { Length: > 2 } text }]
            ? scope.Replace(question, $"like {text[0]}%{text[1..^1]}%{text[^1]}", isSafe: true)
            : null;

    private static string PositiveQuestion(ConditionSyntax.Atom atom, QuestionSyntax question, bool isNegated)
    {
        var text = question.Phrase;
        return $"{atom.Signal.Phrase} {(isNegated ? text["not ".Length..].TrimStart() : text)}";
    }

    private ComparisonCondition? RefuseOperator(QuestionSyntax.Compare compare, string message)
    {
        scope.Bag.Add("RG2002", scope.Tree.Range(compare.Operator), message);
        return null;
    }

    private ComparisonCondition? Refuse(SyntaxNode where, string message)
    {
        scope.Report("RG2002", where, message);
        return null;
    }

    private static bool IsOrdered(Signal signal) =>
        signal.Type is not (SignalType.Text or SignalType.Enum or SignalType.Bool or SignalType.Set);
}
