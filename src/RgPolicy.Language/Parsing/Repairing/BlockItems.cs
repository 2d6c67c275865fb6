using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Finds the setting, step or line of a block that a token stands in.</summary>
internal sealed class BlockItems(ImmutableArray<IToken> tokens)
{
    /// <summary>The first token and the length of the item around a place, or null when it is in none.</summary>
    /// <param name="start">Where the statement begins.</param>
    /// <param name="place">The place.</param>
    public (int First, int Count)? Around(int start, int place)
    {
        var open = OpenBlocks(start, place);
        var level = Math.Min(open.Count, tokens[start].Type == RgPolicyLexer.IN ? 2 : 1);
        if (level == 0 || place >= tokens.Length)
        {
            return null;
        }

        var isSetting = level == 2 || tokens[start].Type == RgPolicyLexer.POOL;
        var block = open[level - 1];
        var isBehind = tokens[place].Type == RgPolicyLexer.RIGHT_BRACE || IsStart(place, isSetting);
        var first = First(block, isBehind ? place - 1 : place, isSetting);
        var next = Next(Math.Max(first + 1, place), open.Count - level, isSetting);
        return next > first ? (first, next - first) : null;
    }

    private List<int> OpenBlocks(int start, int place)
    {
        var open = new List<int>();
        for (var index = start; index < Math.Min(place, tokens.Length); index++)
        {
            if (tokens[index].Type == RgPolicyLexer.LEFT_BRACE)
            {
                open.Add(index);
            }
            else if (tokens[index].Type == RgPolicyLexer.RIGHT_BRACE && open.Count > 0)
            {
                open.RemoveAt(open.Count - 1);
            }
        }

        return open;
    }

    // An unknown word begins an item of its own unless a number stands before it.
    private int First(int block, int place, bool isSetting)
    {
        var isOwn =
            isSetting
            && tokens[place].Type == RgPolicyLexer.IDENTIFIER
            && tokens[place - 1].Type
                is RgPolicyLexer.LEFT_BRACE
                    or RgPolicyLexer.UNIT
                    or RgPolicyLexer.INTEGER
                    or RgPolicyLexer.ALL;
        var first = place;
        while (!isOwn && first > block + 1 && !IsStart(first, isSetting))
        {
            first--;
        }

        return first;
    }

    private int Next(int from, int depth, bool isSetting)
    {
        for (var index = from; index < tokens.Length; index++)
        {
            if (depth <= 0 && (tokens[index].Type == RgPolicyLexer.RIGHT_BRACE || IsStart(index, isSetting)))
            {
                return index;
            }

            depth += tokens[index].Type switch
            {
                RgPolicyLexer.LEFT_BRACE => 1,
                RgPolicyLexer.RIGHT_BRACE => -1,
                _ => 0,
            };
        }

        return tokens.Length;
    }

    private bool IsStart(int index, bool isSetting) =>
        isSetting
            ? tokens[index - 1].Type != RgPolicyLexer.REQUIRE
                && tokens[index].Type
                    is RgPolicyLexer.REQUIRE
                        or RgPolicyLexer.CACHE
                        or RgPolicyLexer.CORES
                        or RgPolicyLexer.CPU
                        or RgPolicyLexer.MEMORY
                        or RgPolicyLexer.GRANT
                        or RgPolicyLexer.MAXDOP
                        or RgPolicyLexer.IO
                        or RgPolicyLexer.TEMPDB
                        or RgPolicyLexer.CONCURRENCY
                        or RgPolicyLexer.QUEUE
            : tokens[index].Type
                is RgPolicyLexer.WHEN
                    or RgPolicyLexer.UNLESS
                    or RgPolicyLexer.POOL
                    or RgPolicyLexer.GIVEN
                    or RgPolicyLexer.EXPECT
                    or RgPolicyLexer.CASES
                    or RgPolicyLexer.AT
                    or RgPolicyLexer.TARGET;
}
