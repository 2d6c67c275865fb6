using Antlr4.Runtime;

namespace RgPolicy.Language.Parsing.Trees;

/// <summary>An alternative of the grammar that the syntax tree does not know: a mistake in the program.</summary>
internal static class Unmapped
{
    public static NotSupportedException Rule(ParserRuleContext context) =>
        new($"The syntax tree has no part for {context.GetType().Name}.");
}
