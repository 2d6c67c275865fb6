namespace RgPolicy.Language.Syntax;

/// <summary><c>default -&gt; POOL</c></summary>
internal sealed record DefaultSyntax(TokenSlice Tokens, NameSyntax Pool) : StatementSyntax(Tokens);
