using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing;

/// <summary>Operators that authors bring from other languages.</summary>
internal static class ForeignOperators
{
    /// <summary>What a foreign operator stands for, or null for any other token.</summary>
    public static (int Type, string Meant)? Find(int type) =>
        type switch
        {
            RgPolicyLexer.FOREIGN_EQUAL => (RgPolicyLexer.EQUAL, "="),
            RgPolicyLexer.FOREIGN_NOT_EQUAL => (RgPolicyLexer.NOT_EQUAL, "!="),
            RgPolicyLexer.FOREIGN_AND => (RgPolicyLexer.AND, "and"),
            RgPolicyLexer.FOREIGN_OR => (RgPolicyLexer.OR, "or"),
            RgPolicyLexer.FOREIGN_NOT => (RgPolicyLexer.NOT, "not"),
            _ => null,
        };
}
