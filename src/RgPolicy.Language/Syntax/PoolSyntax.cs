namespace RgPolicy.Language.Syntax;

/// <summary><c>pool NAME { SETTING ... }</c>, as a statement and inside a state.</summary>
internal sealed record PoolSyntax(TokenSlice Tokens, NameSyntax Name, SettingBlockSyntax Block)
    : StatementSyntax(Tokens);
