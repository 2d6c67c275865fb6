using Antlr4.Runtime;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>How messages name a token.</summary>
internal static class TokenText
{
    private const int Longest = 40;

    public static string Name(IToken token) =>
        token.Type == TokenConstants.EOF ? "the end of the text" : $"`{Clip(token.Text)}`";

    public static string Clip(string text) => text.Length <= Longest ? text : text[..Longest] + "...";
}
