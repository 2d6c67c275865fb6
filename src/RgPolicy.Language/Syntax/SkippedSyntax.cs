namespace RgPolicy.Language.Syntax;

/// <summary>Tokens that fit no statement; they have a diagnostic.</summary>
internal sealed record SkippedSyntax(TokenSlice Tokens) : StatementSyntax(Tokens);
