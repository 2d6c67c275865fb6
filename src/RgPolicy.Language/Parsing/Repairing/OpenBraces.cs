using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Correcting;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Finds braces that are open where a statement ends.</summary>
internal static class OpenBraces
{
    public static Correction? Find(StatementText statement)
    {
        if (statement.Type(statement.Place) != TokenConstants.EOF || Open(statement) is not { Count: > 0 } open)
        {
            return null;
        }

        var (end, behind) = (statement.End(statement.Place), statement.Content.Length);
        var brace = open.Peek();
        return new Correction(
            "RG1006",
            behind,
            behind,
            $"Expected `}}`: the `{{` behind `{statement.At(brace.TokenIndex - 1).Text}` is not closed.",
            [new Replacement(end, end, string.Concat(Enumerable.Repeat("\n}", open.Count)))]
        )
        {
            Fix = "Close the brace",
            Related = (brace.StartIndex, brace.StopIndex + 1, "This brace is not closed."),
            IsSafe = open.Count == 1, // With several open, where each ends can only be guessed.
        };
    }

    private static Stack<IToken> Open(StatementText statement)
    {
        var open = new Stack<IToken>();
        for (var index = statement.First; index < statement.Place; index++)
        {
            if (statement.Type(index) == RgPolicyLexer.LEFT_BRACE)
            {
                open.Push(statement.At(index));
            }
            else if (statement.Type(index) == RgPolicyLexer.RIGHT_BRACE && open.Count > 0)
            {
                open.Pop();
            }
        }

        return open;
    }
}
