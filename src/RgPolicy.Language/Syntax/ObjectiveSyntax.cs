using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary><c>objective CLASS p95 elapsed &lt; T [{ yields POOL, ... }]</c></summary>
internal sealed record ObjectiveSyntax(
    TokenSlice Tokens,
    NameSyntax Class,
    NameSyntax Percentile,
    ExpressionSyntax Target,
    ImmutableArray<NameSyntax> Yields
) : StatementSyntax(Tokens);
