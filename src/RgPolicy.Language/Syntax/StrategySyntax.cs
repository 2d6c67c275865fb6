namespace RgPolicy.Language.Syntax;

/// <summary><c>cache strategy NAME [by SIGNAL][, reserve N% for streaming]</c></summary>
internal sealed record StrategySyntax(TokenSlice Tokens, NameSyntax Name, SignalSyntax? By, ExpressionSyntax? Reserve)
    : StatementSyntax(Tokens);
