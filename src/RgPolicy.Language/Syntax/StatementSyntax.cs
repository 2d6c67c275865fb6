namespace RgPolicy.Language.Syntax;

/// <summary>One statement of a policy or of a test file.</summary>
internal abstract record StatementSyntax(TokenSlice Tokens) : SyntaxNode(Tokens);

/// <summary><c>default -&gt; POOL</c></summary>
internal sealed record DefaultSyntax(TokenSlice Tokens, NameSyntax Pool) : StatementSyntax(Tokens);

/// <summary><c>language 1</c></summary>
internal sealed record LanguageSyntax(TokenSlice Tokens, SyntaxToken Version) : StatementSyntax(Tokens);

/// <summary><c>let NAME = EXPRESSION</c></summary>
internal sealed record LetSyntax(TokenSlice Tokens, NameSyntax Name, ExpressionSyntax Value) : StatementSyntax(Tokens);

/// <summary><c>use "NAME.rgp"</c></summary>
internal sealed record UseSyntax(TokenSlice Tokens, SyntaxToken Path) : StatementSyntax(Tokens);

/// <summary><c>class NAME -&gt; POOL when CONDITION</c></summary>
internal sealed record ClassSyntax(TokenSlice Tokens, NameSyntax Name, NameSyntax Pool, ConditionSyntax Condition)
    : StatementSyntax(Tokens);

/// <summary><c>pool NAME { SETTING ... }</c>, as a statement and inside a state.</summary>
internal sealed record PoolSyntax(TokenSlice Tokens, NameSyntax Name, SettingBlockSyntax Block)
    : StatementSyntax(Tokens);

/// <summary><c>cache strategy NAME [by SIGNAL][, reserve N% for streaming]</c></summary>
internal sealed record StrategySyntax(TokenSlice Tokens, NameSyntax Name, SignalSyntax? By, ExpressionSyntax? Reserve)
    : StatementSyntax(Tokens);

/// <summary><c>schedule NAME [over POOL, ...]</c></summary>
internal sealed record ScheduleSyntax(TokenSlice Tokens, NameSyntax Name, ImmutableArray<NameSyntax> Pools)
    : StatementSyntax(Tokens);

/// <summary><c>in STATE { POOL ... }</c></summary>
internal sealed record InStateSyntax(TokenSlice Tokens, NameSyntax State, ImmutableArray<PoolSyntax> Pools)
    : StatementSyntax(Tokens);

/// <summary><c>test "SENTENCE" { ITEM ... }</c></summary>
internal sealed record TestSyntax(TokenSlice Tokens, SyntaxToken Name, ImmutableArray<TestItemSyntax> Items)
    : StatementSyntax(Tokens);

/// <summary><c>state NAME when CONDITION [for T] [until LEAVE [for T]]</c></summary>
internal sealed record StateSyntax(
    TokenSlice Tokens,
    NameSyntax Name,
    ConditionSyntax When,
    ExpressionSyntax? EnterAfter,
    LeaveSyntax? Until,
    ExpressionSyntax? LeaveAfter
) : StatementSyntax(Tokens);

/// <summary><c>objective CLASS p95 elapsed &lt; T [{ yields POOL, ... }]</c></summary>
internal sealed record ObjectiveSyntax(
    TokenSlice Tokens,
    NameSyntax Class,
    NameSyntax Percentile,
    ExpressionSyntax Target,
    ImmutableArray<NameSyntax> Yields
) : StatementSyntax(Tokens);

/// <summary><c>rule NAME on class NAME, ... [during WINDOW] { ITEM ... }</c></summary>
internal sealed record RuleSyntax(
    TokenSlice Tokens,
    NameSyntax Name,
    ImmutableArray<NameSyntax> Classes,
    NameSyntax? Window,
    ImmutableArray<RuleItemSyntax> Items
) : StatementSyntax(Tokens);

/// <summary><c>window NAME = DAYS HH:MM..HH:MM "ZONE"</c></summary>
internal sealed record WindowSyntax(
    TokenSlice Tokens,
    NameSyntax Name,
    ImmutableArray<DayRangeSyntax> Days,
    SyntaxToken Opens,
    SyntaxToken Closes,
    SyntaxToken Zone
) : StatementSyntax(Tokens);
