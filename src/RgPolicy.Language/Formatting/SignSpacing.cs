using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>A sign stands right before its operand; between two operands the same mark has blanks around it.</summary>
internal static class SignSpacing
{
    public static void Apply(SyntaxTree tree, Layout layout)
    {
        for (var index = 1; index + 1 < tree.Tokens.Length; index++)
        {
            if (tree.Tokens[index].Is("-") && !EndsOperand(tree.Tokens[index - 1]))
            {
                layout.Set(index + 1, Gap.None);
            }
        }
    }

    // Behind a word an operand may have ended: `x - 1` is a difference, `between -1 and 2` has a sign.
    private static bool EndsOperand(SyntaxToken token) =>
        token.Kind switch
        {
            TokenKind.Mark => token.Text is ")",
            TokenKind.Word => token.Text is not ("between" or "and" or "exactly" or "when" or "for"),
            _ => true,
        };
}
