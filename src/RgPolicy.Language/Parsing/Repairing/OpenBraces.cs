using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Correcting;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Finds braces that are open where a statement ends.</summary>
internal static class OpenBraces
{
    public static Correction? Find(StatementReading statement)
    {
        if (
            statement.Type(statement.Place) != TokenConstants.EOF
            || statement.OpenBraces(statement.Place) is not { Count: > 0 } open
        )
        {
            return null;
        }

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
