using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Finds braces that are open where the next statement or the end comes.</summary>
internal sealed class OpenBraces(SourceText source, ImmutableArray<IToken> tokens, string path)
{
    public SyntaxMistake? Find(IToken found, int start)
    {
        found = found.Type == TokenConstants.EOF && found.TokenIndex < tokens.Length ? tokens[found.TokenIndex] : found;
        var isEnd = found.Type == TokenConstants.EOF;
        var recovery = new StatementRecovery(source, tokens);
        var isNextStatement =
            !isEnd
            && found.TokenIndex > start
            && recovery.IsStatementStart(found.TokenIndex)
            && recovery.Next(start, found.TokenIndex) == found.TokenIndex;
        if (!(isEnd || isNextStatement) || Open(start, found.TokenIndex) is not { Count: > 0 } open)
        {
            return null;
        }

        var brace = open.Peek();
        var line = source.Range(brace.StartIndex, brace.StartIndex).StartLine;
        return new SyntaxMistake(
            "RG1006",
            Range(found),
            $"Expected `}}` before {TokenText.Name(found)}: the `{{` of line {line} is not closed."
        )
        {
            Fix = CloseBehind(tokens[found.TokenIndex - 1], open.Count),
            Related = new RelatedLocation(path, Range(brace), "This brace is not closed."),
            Repair = Repair.Insert(found, "}", open.Count),
        };
    }

    // With several open, where each ends can only be guessed.
    private Fix CloseBehind(IToken last, int open)
    {
        var place = source.Range(last.StopIndex + 1, last.StopIndex + 1);
        return new Fix(
            "Close the brace",
            open == 1,
            [new TextEdit(place, string.Concat(Enumerable.Repeat("\n}", open)))]
        );
    }

    private Stack<IToken> Open(int start, int end)
    {
        var open = new Stack<IToken>();
        for (var index = start; index < end; index++)
        {
            if (tokens[index].Type == RgPolicyLexer.LEFT_BRACE)
            {
                open.Push(tokens[index]);
            }
            else if (tokens[index].Type == RgPolicyLexer.RIGHT_BRACE && open.Count > 0)
            {
                open.Pop();
            }
        }

        return open;
    }

    private TextRange Range(IToken token) => source.Range(token.StartIndex, token.StopIndex + 1);
}
