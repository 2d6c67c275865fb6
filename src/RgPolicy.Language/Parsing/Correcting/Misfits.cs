using System.Collections.Immutable;
using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Finds the statements that do not fit the grammar, as far as lines and indentation part them.</summary>
internal static class Misfits
{
    /// <summary>The offsets of each, the end exclusive, in their order.</summary>
    public static List<(int Start, int End)> Of(SourceText source, ImmutableArray<IToken> tokens)
    {
        var recovery = new StatementRecovery(source, tokens);
        var found = new List<(int Start, int End)>();
        var parser = new StatementParser(tokens, StatementParser.EndOf(source.Content, tokens));
        var (first, end) = (0, 0);
        while (!parser.IsAtEnd)
        {
            var start = parser.Index;
            if (start >= end)
            {
                (first, end) = (start, recovery.Next(start, start));
            }

            // What only the full prediction can read has no mistake when it is read alone.
            if (
                parser.Read(PredictionMode.SLL).Statement is null
                || (parser.Index > end && !recovery.IsBoundary(end, parser.Index))
            )
            {
                found.Add(
                    (
                        first == 0 ? 0 : tokens[first].StartIndex,
                        end == tokens.Length ? source.Content.Length : tokens[end].StartIndex
                    )
                );
                parser.Seek(end);
            }
        }

        return found;
    }
}
