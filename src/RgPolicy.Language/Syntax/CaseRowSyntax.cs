using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>A row of a table of cases.</summary>
internal sealed record CaseRowSyntax(
    TokenSlice Tokens,
    ImmutableArray<ExpressionSyntax> Values,
    ImmutableArray<NameSyntax> Cells
) : SyntaxNode(Tokens);
