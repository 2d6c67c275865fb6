using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing;

/// <summary>The lexer over a text.</summary>
internal static class Lexing
{
    /// <summary>The most tokens that a policy may have; reading ends behind the first that is too many.</summary>
    public const int MostTokens = 1_000_000;

    /// <summary>The tokens of a text, those that mean nothing among them.</summary>
    public static IEnumerable<CommonToken> Read(string content)
    {
        var lexer = Of(content);
        for (
            var count = 0;
            count <= MostTokens && lexer.NextToken() is CommonToken { Type: not TokenConstants.EOF } token;
            count++
        )
        {
            yield return token;
        }
    }

    /// <summary>A lexer that counts in UTF-16 units, so that offsets are those of the text even where a surrogate
    /// stands alone.</summary>
    private static RgPolicyLexer Of(string content)
    {
        var lexer = new RgPolicyLexer(new AntlrInputStream(content));
        lexer.RemoveErrorListeners();
        return lexer;
    }
}
