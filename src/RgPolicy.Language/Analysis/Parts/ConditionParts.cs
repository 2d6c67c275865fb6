using System.Runtime.CompilerServices;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>The parts of a condition, and the condition without some of them.</summary>
internal static class ConditionParts
{
    /// <summary>All parts, from the end of the text to its start, smaller ones before those that they are in.</summary>
    public static IEnumerable<Part> Of(Condition condition) =>
        condition switch
        {
            NotCondition not => Of(not.Operand),
            AndCondition and => OfOperands(and, and.Operands),
            OrCondition or => OfOperands(or, or.Operands),
            InCondition { Values.Length: > 1 } list => Places(list, list.Values.Length),
            ContainsCondition { Values.Length: > 1 } list => Places(list, list.Values.Length),
            BetweenCondition range => Places(range, 2),
            _ => [],
        };

    /// <summary>The parts strictly inside an operand; none for elements and ends.</summary>
    public static IEnumerable<Part> Inside(Part part) =>
        part.Whole switch
        {
            AndCondition and => Of(and.Operands[part.Place]),
            OrCondition or => Of(or.Operands[part.Place]),
            _ => [],
        };

    /// <summary>The condition without the parts, or null when nothing would be left of it.</summary>
    public static Condition? Without(Condition condition, IReadOnlySet<Part> parts) =>
        condition switch
        {
            NotCondition not => Without(not.Operand, parts) is { } operand ? not with { Operand = operand } : null,
            AndCondition and => Join(Kept(and, and.Operands, parts), operands => and with { Operands = operands }),
            OrCondition or => Join(Kept(or, or.Operands, parts), operands => or with { Operands = operands }),
            InCondition list => Kept(list, list.Values, parts) is { Length: > 0 } values
                ? list with
                {
                    Values = values,
                }
                : null,
            ContainsCondition list => Kept(list, list.Values, parts) is { Length: > 0 } values
                ? list with
                {
                    Values = values,
                }
                : null,
            BetweenCondition range => Range(range, IsOut(range, 0, parts), IsOut(range, 1, parts)),
            _ => condition,
        };

    private static IEnumerable<Part> OfOperands(Condition whole, ImmutableArray<Condition> operands)
    {
        for (var place = operands.Length - 1; place >= 0; place--)
        {
            foreach (var inner in Of(operands[place]))
                yield return inner;

            yield return new Part(whole, place);
        }
    }

    private static IEnumerable<Part> Places(Condition whole, int count) =>
        Enumerable.Range(0, count).Reverse().Select(place => new Part(whole, place));

    private static bool IsOut(Condition whole, int place, IReadOnlySet<Part> parts) =>
        parts.Contains(new Part(whole, place));

    private static ImmutableArray<Condition> Kept(
        Condition whole,
        ImmutableArray<Condition> operands,
        IReadOnlySet<Part> parts
    ) =>
        [
            .. operands
                .Where((_, place) => !IsOut(whole, place, parts))
                .Select(operand => Without(operand, parts))
                .OfType<Condition>(),
        ];

    private static ImmutableArray<T> Kept<T>(Condition whole, ImmutableArray<T> values, IReadOnlySet<Part> parts)
        where T : Constant => [.. values.Where((_, place) => !IsOut(whole, place, parts))];

    private static Condition? Join(
        ImmutableArray<Condition> operands,
        Func<ImmutableArray<Condition>, Condition> join
    ) =>
        operands switch
        {
            [] => null,
            [var single] => single,
            _ => join(operands),
        };

    private static Condition? Range(BetweenCondition range, bool isLowOut, bool isHighOut) =>
        (isLowOut, isHighOut) switch
        {
            (false, false) => range,
            (true, false) => new ComparisonCondition(
                range.Signal,
                ComparisonOperator.LessOrEqual,
                range.High,
                range.Text,
                range.Range
            ),
            (false, true) => new ComparisonCondition(
                range.Signal,
                ComparisonOperator.GreaterOrEqual,
                range.Low,
                range.Text,
                range.Range
            ),
            _ => null,
        };
}

/// <summary>A part of a condition that could be left out: an operand, a list's element, or an end of a range.</summary>
/// <param name="Whole">What it is a part of: and, or, a list or a range.</param>
/// <param name="Place">Which operand or element; of a range 0 is the low end and 1 the high one.</param>
internal sealed record Part(Condition Whole, int Place)
{
    /// <summary>The same part of the same condition; one that only reads alike is another.</summary>
    public bool Equals(Part? other) => other is not null && ReferenceEquals(Whole, other.Whole) && Place == other.Place;

    public override int GetHashCode() => HashCode.Combine(RuntimeHelpers.GetHashCode(Whole), Place);
}
