using System.Text.RegularExpressions;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Windows;

namespace RgPolicy.Language.Tests.Checking;

/// <summary>A plain reading of the language's meaning, without any regard to speed: what policy tests
/// are held against.</summary>
internal sealed class ReferenceClassifier(PolicyTest test)
{
    private readonly Dictionary<string, GivenSignal> _given = Latest(test);

    /// <summary>The class that wins, and whether a class above it is unknown.</summary>
    public (QueryClass Class, bool IsProvisional) Classify(Policy policy)
    {
        var results = policy
            .Classes.Select(query => query.Condition is null ? true : Evaluate(query.Condition))
            .ToList();
        var winner = results.IndexOf(true);
        return (policy.Classes[winner], results.Take(winner).Contains(null));
    }

    private static Dictionary<string, GivenSignal> Latest(PolicyTest test)
    {
        var latest = new Dictionary<string, GivenSignal>(StringComparer.Ordinal);
        foreach (var given in test.Given)
            latest[given.Signal.Name] = given;

        return latest;
    }

    private bool? Evaluate(Condition condition) =>
        condition switch
        {
            AndCondition and => All([.. and.Operands.Select(Evaluate)]),
            OrCondition or => !All([.. or.Operands.Select(operand => !Evaluate(operand))]),
            NotCondition not => !Evaluate(not.Operand),
            KnownCondition known => _given.ContainsKey(known.Signal.Name),
            DuringCondition during => test.At is { } moment
                ? WindowClock.Contains(during.Window, moment.ToInstant())
                : null,
            AtomCondition atom => _given.TryGetValue(atom.Signal.Name, out var given) ? Ask(atom, given) : null,
            _ => throw new InvalidOperationException(condition.Text),
        };

    private static bool? All(bool?[] operands) =>
        operands.Contains(false) ? false
        : operands.Contains(null) ? null
        : true;

    private static bool Ask(AtomCondition atom, GivenSignal given) =>
        atom switch
        {
            ComparisonCondition comparison => Compare(given.Values[0], comparison.Operator, comparison.Value),
            InCondition list => list.Values.Any(value => Compare(given.Values[0], ComparisonOperator.Equal, value)),
            BetweenCondition between => Compare(given.Values[0], ComparisonOperator.GreaterOrEqual, between.Low)
                && Compare(given.Values[0], ComparisonOperator.LessOrEqual, between.High),
            LikeCondition like => Matches(((TextConstant)given.Values[0]).Value, like.Pattern),
            ContainsCondition contains => contains.Values.Any(wanted =>
                given.Values.Any(value => Compare(value, ComparisonOperator.Equal, wanted))
            ),
            _ => throw new InvalidOperationException(atom.Text),
        };

    private static bool Compare(Constant left, ComparisonOperator operation, Constant right)
    {
        var order = (left, right) switch
        {
            (NumberConstant a, NumberConstant b) => a.Value.CompareTo(b.Value),
            (WordConstant a, WordConstant b) => a.Index.CompareTo(b.Index),
            (BoolConstant a, BoolConstant b) => a.Value.CompareTo(b.Value),
            (TextConstant a, TextConstant b) => string.Compare(
                a.Value,
                b.Value,
                b.Exactly ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase
            ),
            _ => throw new InvalidOperationException($"{left} and {right}"),
        };
        return operation switch
        {
            ComparisonOperator.Equal => order == 0,
            ComparisonOperator.NotEqual => order != 0,
            ComparisonOperator.Less => order < 0,
            ComparisonOperator.LessOrEqual => order <= 0,
            ComparisonOperator.Greater => order > 0,
            _ => order >= 0,
        };
    }

    private static bool Matches(string text, TextPattern pattern)
    {
        var expression =
            "^"
            + string.Concat(
                pattern.Units.Select(unit =>
                    unit switch
                    {
                        TextPattern.Many => ".*",
                        TextPattern.One => ".",
                        _ => Regex.Escape(unit.ToString()),
                    }
                )
            )
            + "$";
        var options = RegexOptions.Singleline | (pattern.Exactly ? RegexOptions.None : RegexOptions.IgnoreCase);
        return Regex.IsMatch(text, expression, options | RegexOptions.CultureInvariant, TimeSpan.FromSeconds(1));
    }
}
