using System.Numerics;
using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Testing.Engine;

/// <summary>
/// A slow reading of the language's definition: Kleene's logic with null for unknown, exact fractions, and provisional
/// decisions by trying every outcome of every atom whose signal is pending.
/// </summary>
/// <param name="values">The signals.</param>
/// <param name="at">The moment, for windows.</param>
internal sealed class PlainJudge(SignalValues values, Instant at)
{
    private readonly List<bool> _guesses = [];
    private int _used;
    private bool _isGuessing;

    /// <summary>The class of a query, and whether pending signals can still change it.</summary>
    public (int Class, bool IsProvisional) Classify(Policy policy)
    {
        var isProvisional = false;
        foreach (var item in policy.Classes)
        {
            var holds = item.Condition is null ? true : Evaluate(item.Condition);
            var outcomes = item.Condition is null ? [true] : Outcomes(item.Condition);
            if (holds == true)
                return (item.Index, isProvisional || outcomes.Any(outcome => outcome != true));

            isProvisional |= outcomes.Contains(true);
        }

        throw new InvalidOperationException();
    }

    private List<bool?> Outcomes(Condition condition)
    {
        _isGuessing = true;
        _guesses.Clear();
        _used = 0;
        var outcomes = new List<bool?> { Evaluate(condition) };
        var count = _used;
        for (var bits = 1; bits < 1 << count; bits++)
        {
            _used = 0;
            for (var atom = 0; atom < count; atom++)
                _guesses[atom] = (bits & (1 << atom)) != 0;

            outcomes.Add(Evaluate(condition));
        }

        _isGuessing = false;
        return outcomes;
    }

    private bool? Evaluate(Condition condition)
    {
        switch (condition)
        {
            case AndCondition and:
                var all = and.Operands.Select(Evaluate).ToList();
                return all.Contains(false) ? false
                    : all.Contains(null) ? null
                    : true;
            case OrCondition or:
                var any = or.Operands.Select(Evaluate).ToList();
                return any.Contains(true) ? true
                    : any.Contains(null) ? null
                    : false;
            case NotCondition not:
                return !Evaluate(not.Operand);
            case DuringCondition during:
                return at.InZone(during.Window.Zone).TimeOfDay is var time
                    && time >= during.Window.Start
                    && time < during.Window.End;
            case AtomCondition atom:
                return EvaluateAtom(atom);
            default:
                throw new NotSupportedException();
        }
    }

    private bool? EvaluateAtom(AtomCondition atom)
    {
        var value = values[atom.Signal];
        if (_isGuessing && value.State == SignalState.Pending)
        {
            if (_used == _guesses.Count)
                _guesses.Add(false);

            return _guesses[_used++];
        }

        if (atom is KnownCondition)
            return value.IsKnown;

        return value.IsKnown ? Holds(atom, value) : null;
    }

    private static bool Holds(AtomCondition atom, SignalValue value) =>
        atom switch
        {
            LikeCondition like => like.Pattern.Exactly
                ? Like(value.Text, like.Pattern.Units)
                : Like(value.Text.ToUpperInvariant(), like.Pattern.Units.ToUpperInvariant()),
            ContainsCondition contains => contains.Values.Any(wanted => value.Set.Any(member => Same(member, wanted))),
            InCondition within => within.Values.Any(wanted => Order(value, wanted) == 0),
            BetweenCondition between => Order(value, between.Low) >= 0 && Order(value, between.High) <= 0,
            ComparisonCondition comparison => Order(value, comparison.Value) is var order
                && comparison.Operator switch
                {
                    ComparisonOperator.Equal => order == 0,
                    ComparisonOperator.NotEqual => order != 0,
                    ComparisonOperator.Less => order < 0,
                    ComparisonOperator.LessOrEqual => order <= 0,
                    ComparisonOperator.Greater => order > 0,
                    _ => order >= 0,
                },
            _ => throw new NotSupportedException(),
        };

    private static int Order(SignalValue value, Constant constant) =>
        constant switch
        {
            NumberConstant number => Exact(value.Number).CompareTo(number.Value),
            WordConstant word => value.Number.CompareTo(word.Index),
            BoolConstant flag => (value.Number != 0).CompareTo(flag.Value),
            TextConstant text => Same(value.Text, text) ? 0 : 1,
            VersionConstant version => Enumerable
                .Range(0, 8)
                .Select(part =>
                    value.Version.ElementAtOrDefault(part).CompareTo(version.Parts.ElementAtOrDefault(part))
                )
                .FirstOrDefault(order => order != 0),
            _ => throw new NotSupportedException(),
        };

    private static bool Same(string actual, TextConstant wanted) => Fold(actual, wanted) == Fold(wanted.Value, wanted);

    private static string Fold(string text, TextConstant wanted) => wanted.Exactly ? text : text.ToUpperInvariant();

    /// <summary>Whether a text has the form of a pattern's units, one by one.</summary>
    public static bool Like(string text, string pattern) =>
        pattern.Length == 0 ? text.Length == 0
        : pattern[0] == TextPattern.Many
            ? Enumerable.Range(0, text.Length + 1).Any(skip => Like(text[skip..], pattern[1..]))
        : text.Length > 0 && (pattern[0] == TextPattern.One || pattern[0] == text[0]) && Like(text[1..], pattern[1..]);

    /// <summary>A decimal as a fraction.</summary>
    public static Rational Exact(decimal number)
    {
        var scale = 0;
        while (decimal.Truncate(number) != number && scale < 28)
        {
            number *= 10;
            scale++;
        }

        return new Rational(new BigInteger(number), BigInteger.Pow(10, scale));
    }
}
