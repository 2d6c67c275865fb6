using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary><c>window NAME = DAYS HH:MM..HH:MM "ZONE"</c></summary>
internal sealed record WindowSyntax(
    TokenSlice Tokens,
    NameSyntax Name,
    ImmutableArray<DayRangeSyntax> Days,
    SyntaxToken Opens,
    SyntaxToken Closes,
    SyntaxToken Zone
) : StatementSyntax(Tokens);
