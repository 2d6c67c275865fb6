using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary><c>in STATE { POOL ... }</c></summary>
internal sealed record InStateSyntax(TokenSlice Tokens, NameSyntax State, ImmutableArray<PoolSyntax> Pools)
    : StatementSyntax(Tokens);
