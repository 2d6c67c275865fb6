using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary><c>test "SENTENCE" { ITEM ... }</c></summary>
internal sealed record TestSyntax(TokenSlice Tokens, SyntaxToken Name, ImmutableArray<TestItemSyntax> Items)
    : StatementSyntax(Tokens);
