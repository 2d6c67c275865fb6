using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Numbers in groups of three digits: <c>1,000</c>, <c>1 000</c>. All those of one question
/// are one mistake.</summary>
internal sealed class DigitGroupRule : ICorrectionRule
{
    private const int GroupLength = 3;
    private const int LongestWeight = 5;
    private const int MostInList = 200;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (!BeginsNumbers(tokens, index))
        {
            return null;
        }

        var (edits, end) = (ImmutableArray.CreateBuilder<Replacement>(), index);
        for (var place = index; place > 0 && edits.Count < MostInList; place = Following(tokens, end))
        {
            end = EndOf(tokens, place);
            if (end > place + 1)
            {
                edits.Add(new Replacement(tokens.Start(place), tokens.End(end - 1), Digits(tokens, place, end)));
            }
        }

        // `cpu weight 50 100` is not a number of a weight.
        var isTooLarge =
            edits.Count > 0 && tokens.Type(index - 1) == RgPolicyLexer.WEIGHT && edits[0].Text.Length > LongestWeight;
        return edits.Count == 0 || isTooLarge ? null : Told(edits.ToImmutable(), end);
    }

    private static int EndOf(RawTokens tokens, int index)
    {
        var next = index;
        while (GroupFollows(tokens, next))
        {
            next += tokens.Type(next + 1) == RgPolicyLexer.INTEGER ? 1 : 2;
        }

        return next + 1;
    }

    /// <summary>True where a comma has digits on both sides as within a number, and no blank.</summary>
    public static bool IsGroupMark(RawTokens tokens, int comma) =>
        tokens.Type(comma) == RgPolicyLexer.COMMA
        && tokens.Touches(comma - 1)
        && tokens.Touches(comma)
        && IsHead(tokens, comma - 1)
        && IsGroup(tokens, comma + 1);

    /// <summary>True for a comma within a number: no number begins with the zero behind it.</summary>
    public static bool IsSure(IReadOnlyList<IToken> tokens, int comma) =>
        comma > 0
        && comma + 1 < tokens.Count
        && tokens[comma].Type == RgPolicyLexer.COMMA
        && tokens[comma - 1] is { Type: RgPolicyLexer.INTEGER, Text.Length: <= GroupLength } head
        && tokens[comma + 1] is { Type: RgPolicyLexer.INTEGER, Text: { Length: GroupLength } group } behind
        && group[0] == '0'
        && head.StopIndex + 1 == tokens[comma].StartIndex
        && tokens[comma].StopIndex + 1 == behind.StartIndex;

    // In a list the comma stands between two numbers: only a group that no number begins with shows that it does not.
    private static bool BeginsNumbers(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.INTEGER
        && (
            tokens.IsComparison(index - 1)
            || tokens.Type(index - 1)
                is RgPolicyLexer.BETWEEN
                    or RgPolicyLexer.EQUAL
                    or RgPolicyLexer.WEIGHT
                    or RgPolicyLexer.CONCURRENCY
                    or RgPolicyLexer.READS
            || IsHighEnd(tokens, index)
            || IsListOfGroups(tokens, index)
        );

    private static bool IsHighEnd(RawTokens tokens, int index) =>
        tokens.IsAny(index - 1, "and") && tokens.IsAny(index - 3, "between");

    private static bool IsListOfGroups(RawTokens tokens, int index)
    {
        var isList = tokens.Is(index - 1, "(") && tokens.IsAny(index - 2, "in");
        for (var place = index; isList && place < index + MostInList && tokens.Text(place) is not ("" or ")"); place++)
        {
            if (IsGroupMark(tokens, place) && tokens.Text(place + 1)[0] == '0')
            {
                return true;
            }
        }

        return false;
    }

    // Behind `between 1,000` and a unit comes `and`, in a list a comma.
    private static int Following(RawTokens tokens, int end)
    {
        var behind = Numbers.Units.IsUnit(tokens.Text(end)) ? end + 1 : end;
        return
            tokens.Type(behind + 1) == RgPolicyLexer.INTEGER
            && (tokens.Type(behind) == RgPolicyLexer.COMMA || tokens.IsAny(behind, "and"))
            ? behind + 1
            : -1;
    }

    private static bool GroupFollows(RawTokens tokens, int index) =>
        IsGroupMark(tokens, index + 1) || (IsHead(tokens, index) && IsGroup(tokens, index + 1));

    private static bool IsHead(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.INTEGER && tokens.Text(index).Length <= GroupLength;

    private static bool IsGroup(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.INTEGER && tokens.Text(index).Length == GroupLength;

    private static string Digits(RawTokens tokens, int index, int end) =>
        string.Concat(Enumerable.Range(index, end - index).Where(tokens.IsNumber).Select(tokens.Text));

    private static (Correction Correction, int Next) Told(ImmutableArray<Replacement> edits, int next)
    {
        var number = edits[0].Text;
        return (
            new Correction(
                "RG1001",
                edits[0].Start,
                edits[0].End,
                $"Numbers are written in plain digits, without separators or exponents: write `{number}`.",
                edits
            )
            {
                Fix = edits.Length == 1 ? $"Write `{number}`" : "Write the digits alone",
            },
            next
        );
    }
}
