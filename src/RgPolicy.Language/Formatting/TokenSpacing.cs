using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>The blanks between two tokens, where no planner says something else.</summary>
internal static class TokenSpacing
{
    public static Gap Between(SyntaxToken left, SyntaxToken right)
    {
        if (IsTightBefore(right) || IsTightAfter(left))
        {
            return Gap.None;
        }

        return right.Kind == TokenKind.Unit && right.Text is "%" or "/s" ? Gap.None : Gap.Space;
    }

    private static bool IsTightBefore(SyntaxToken token) =>
        token.Kind == TokenKind.Mark && token.Text is "," or ")" or ".." or ".";

    private static bool IsTightAfter(SyntaxToken token) =>
        token.Kind == TokenKind.Mark && token.Text is "(" or ".." or ".";
}
