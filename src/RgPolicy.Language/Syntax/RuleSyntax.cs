using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary><c>rule NAME on class NAME, ... [during WINDOW] { ITEM ... }</c></summary>
internal sealed record RuleSyntax(
    TokenSlice Tokens,
    NameSyntax Name,
    ImmutableArray<NameSyntax> Classes,
    NameSyntax? Window,
    ImmutableArray<RuleItemSyntax> Items
) : StatementSyntax(Tokens);
