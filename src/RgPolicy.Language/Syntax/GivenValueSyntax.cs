using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>A name and the values that a policy test gives it.</summary>
internal sealed record GivenValueSyntax(TokenSlice Tokens, SyntaxNode Name, ImmutableArray<ExpressionSyntax> Values)
    : SyntaxNode(Tokens);
