using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>Settings between braces.</summary>
internal sealed record SettingBlockSyntax(TokenSlice Tokens, ImmutableArray<SettingSyntax> Settings)
    : SyntaxNode(Tokens);
