using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Correcting;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Finds the setting, step or line of a block that a token stands in.</summary>
internal sealed class BlockItems(StatementReading statement)
{
    private static readonly string[] Settings =
        "require cache cores cpu memory grant maxdop io tempdb concurrency queue slots".Split(' ');

    private static readonly string[] Lines = "when unless pool given expect cases at target".Split(' ');

    private readonly ImmutableArray<IToken> _tokens = statement.Tokens;

    /// <summary>The first token and the length of the item around a place, or null when it is in none.</summary>
    public (int First, int Count)? Around(int place)
    {
        var (start, open) = (statement.First, statement.OpenBraces(place));
        var level = Math.Min(open.Count, _tokens[start].Type == RgPolicyLexer.IN ? 2 : 1);
        if (level == 0 || place >= _tokens.Length)
            return null;

        var isSetting = level == 2 || _tokens[start].Type == RgPolicyLexer.POOL;
        var block = open[level - 1];
        var isBehind = _tokens[place].Type == RgPolicyLexer.RIGHT_BRACE || IsStart(place, isSetting);
        var first = First(block, isBehind ? place - 1 : place, isSetting);
        var next = Next(Math.Max(first + 1, place), open.Count - level, isSetting);
        return next > first ? (first, next - first) : null;
    }

    // An unknown word begins an item of its own unless a number stands before it.
    private int First(int block, int place, bool isSetting)
    {
        var isOwn =
            isSetting
            && _tokens[place].Type == RgPolicyLexer.IDENTIFIER
            && (
                _tokens[place - 1].Type is RgPolicyLexer.UNIT or RgPolicyLexer.INTEGER
                || _tokens[place - 1].Text is "{" or "all"
            );
        var first = place;
        while (!isOwn && first > block + 1 && !IsStart(first, isSetting))
            first--;

        return first;
    }

    private int Next(int from, int depth, bool isSetting)
    {
        for (var index = from; index < _tokens.Length; index++)
        {
            if (depth <= 0 && (_tokens[index].Type == RgPolicyLexer.RIGHT_BRACE || IsStart(index, isSetting)))
                return index;

            depth += OpenBraces.Turn(_tokens[index].Type);
        }

        return _tokens.Length;
    }

    private bool IsStart(int index, bool isSetting) =>
        isSetting
            ? _tokens[index - 1].Type != RgPolicyLexer.REQUIRE
                && Settings.Contains(_tokens[index].Text, StringComparer.Ordinal)
            : Lines.Contains(_tokens[index].Text, StringComparer.Ordinal);
}

internal static class OpenBraces
{
    /// <summary>By how many braces more are open behind a token.</summary>
    public static int Turn(int type) =>
        type switch
        {
            RgPolicyLexer.LEFT_BRACE => 1,
            RgPolicyLexer.RIGHT_BRACE => -1,
            _ => 0,
        };

    public static Correction? Find(StatementReading statement)
    {
        if (
            statement.Type(statement.Place) != TokenConstants.EOF
            || statement.OpenBraces(statement.Place) is not { Count: > 0 } open
        )
            return null;

        var (end, behind) = (statement.End(statement.Place), statement.Content.Length);
        return new Correction(
            "RG1006",
            behind,
            behind,
            $"Expected `}}`: the `{{` behind `{statement.At(open[^1] - 1).Text}` is not closed.",
            [new Replacement(end, end, string.Concat(Enumerable.Repeat("\n}", open.Count)))]
        )
        {
            Fix = "Close the brace",
            Related = (statement.Start(open[^1]), statement.End(open[^1] + 1), "This brace is not closed."),
            IsSafe = open.Count == 1, // With several open, where each ends can only be guessed.
        };
    }
}
