namespace RgPolicy.Language.Syntax;

/// <summary>A part of the syntax tree: immutable, with all its tokens.</summary>
internal abstract record SyntaxNode(TokenSlice Tokens)
{
    /// <summary>Its offset in UTF-16 units, without the trivia before it.</summary>
    public int Start => Tokens.First.Start;

    /// <summary>The offset behind it.</summary>
    public int End => Tokens.Last.End;

    /// <summary>The texts of its tokens without anything between them.</summary>
    public string Text
    {
        get
        {
            var text = new StringBuilder();
            foreach (var token in Tokens.AsSpan())
                text.Append(token.Text);

            return text.ToString();
        }
    }

    /// <summary>Its words; blanks and comments between two tokens become one blank.</summary>
    public string Phrase
    {
        get
        {
            var text = new StringBuilder();
            var before = TokenKind.Mark;
            foreach (var token in Tokens.AsSpan())
            {
                var isWordPair = before == TokenKind.Word && token.Kind == TokenKind.Word;
                var isApart = text.Length > 0 && (token.Trivia.Length > 0 || isWordPair);
                text.Append(isApart ? " " : "").Append(token.Text);
                before = token.Kind;
            }

            return text.ToString();
        }
    }
}

/// <summary><c>4..15</c>, or one core.</summary>
internal sealed record CoreRangeSyntax(TokenSlice Tokens, SyntaxToken First, SyntaxToken? Last) : SyntaxNode(Tokens);

/// <summary><c>mon..fri</c>, or one day.</summary>
internal sealed record DayRangeSyntax(TokenSlice Tokens, NameSyntax First, NameSyntax? Last) : SyntaxNode(Tokens);

/// <summary>A name where one is declared or used; also a word or number in a table of cases.</summary>
internal sealed record NameSyntax(TokenSlice Tokens) : SyntaxNode(Tokens);

/// <summary>A setting of a block, with or without <c>require</c>.</summary>
internal sealed record SettingSyntax(TokenSlice Tokens, bool IsRequired, SettingBodySyntax Body) : SyntaxNode(Tokens);

/// <summary>A signal's full name.</summary>
internal sealed record SignalSyntax(TokenSlice Tokens) : SyntaxNode(Tokens);

/// <summary>A name and the values that a policy test gives it.</summary>
internal sealed record GivenValueSyntax(TokenSlice Tokens, SyntaxNode Name, ImmutableArray<ExpressionSyntax> Values)
    : SyntaxNode(Tokens);

/// <summary>Settings between braces.</summary>
internal sealed record SettingBlockSyntax(TokenSlice Tokens, ImmutableArray<SettingSyntax> Settings)
    : SyntaxNode(Tokens);

/// <summary>A column of what a table of cases expects: <c>class</c>, <c>pool</c>, <c>line</c> or
/// <c>rule NAME</c>.</summary>
internal sealed record CaseColumnSyntax(TokenSlice Tokens, NameSyntax? Rule) : SyntaxNode(Tokens)
{
    public SyntaxToken Word => Tokens.First;
}

/// <summary>A row of a table of cases.</summary>
internal sealed record CaseRowSyntax(
    TokenSlice Tokens,
    ImmutableArray<ExpressionSyntax> Values,
    ImmutableArray<NameSyntax> Cells
) : SyntaxNode(Tokens);

internal abstract record LeaveSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>&lt; 40%</c>, about the signal that the state asks.</summary>
    internal sealed record Value(TokenSlice Tokens, SyntaxToken Operator, ExpressionSyntax Limit) : LeaveSyntax(Tokens);

    internal sealed record Full(TokenSlice Tokens, ConditionSyntax Condition) : LeaveSyntax(Tokens);
}

internal abstract record RuleItemSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>when CONDITION then ACTION</c></summary>
    internal sealed record Step(TokenSlice Tokens, ConditionSyntax When, ActionSyntax Then) : RuleItemSyntax(Tokens);

    /// <summary><c>unless CONDITION</c></summary>
    internal sealed record Unless(TokenSlice Tokens, ConditionSyntax Condition) : RuleItemSyntax(Tokens);
}

/// <summary>A setting's name and value.</summary>
internal abstract record SettingBodySyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>cache SIZE[, at least N ways][, exclusive]</c></summary>
    internal sealed record Cache(TokenSlice Tokens, ExpressionSyntax Size, ExpressionSyntax? Least, bool IsExclusive)
        : SettingBodySyntax(Tokens);

    /// <summary><c>cores SET</c></summary>
    internal sealed record Cores(TokenSlice Tokens, CoreSetSyntax Set) : SettingBodySyntax(Tokens);

    /// <summary><c>slots N[, wait T]</c></summary>
    internal sealed record Slots(TokenSlice Tokens, ExpressionSyntax Count, ExpressionSyntax? Longest)
        : SettingBodySyntax(Tokens);

    /// <summary>Any other setting: its words, joined by one blank, and one number.</summary>
    internal sealed record Amount(TokenSlice Tokens, string Words, ExpressionSyntax Value) : SettingBodySyntax(Tokens);
}

internal abstract record CoreSetSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    internal sealed record All(TokenSlice Tokens) : CoreSetSyntax(Tokens);

    /// <summary><c>like POOL</c></summary>
    internal sealed record Like(TokenSlice Tokens, NameSyntax Pool) : CoreSetSyntax(Tokens);

    /// <summary><c>socket N</c> or <c>numa N</c></summary>
    internal sealed record Node(TokenSlice Tokens, bool IsSocket, SyntaxToken Number) : CoreSetSyntax(Tokens);

    /// <summary><c>0..3, 8</c></summary>
    internal sealed record List(TokenSlice Tokens, ImmutableArray<CoreRangeSyntax> Ranges) : CoreSetSyntax(Tokens);

    /// <summary><c>50%</c></summary>
    internal sealed record Share(TokenSlice Tokens, SyntaxToken Number, SyntaxToken Unit) : CoreSetSyntax(Tokens);

    /// <summary>The name of a constant.</summary>
    internal sealed record Named(TokenSlice Tokens) : CoreSetSyntax(Tokens);
}

internal abstract record ConditionSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary>Two or more joined by <c>or</c>.</summary>
    internal sealed record Or(TokenSlice Tokens, ImmutableArray<ConditionSyntax> Operands) : ConditionSyntax(Tokens);

    /// <summary>Two or more joined by <c>and</c>.</summary>
    internal sealed record And(TokenSlice Tokens, ImmutableArray<ConditionSyntax> Operands) : ConditionSyntax(Tokens);

    /// <summary><c>not</c> and what it turns round.</summary>
    internal sealed record Not(TokenSlice Tokens, ConditionSyntax Operand) : ConditionSyntax(Tokens);

    internal sealed record Group(TokenSlice Tokens, ConditionSyntax Inner) : ConditionSyntax(Tokens);

    /// <summary><c>during WINDOW</c></summary>
    internal sealed record During(TokenSlice Tokens, NameSyntax Window) : ConditionSyntax(Tokens);

    /// <summary>A signal, and what is asked about it.</summary>
    internal sealed record Atom(TokenSlice Tokens, SignalSyntax Signal, QuestionSyntax? Question)
        : ConditionSyntax(Tokens);
}

internal abstract record TestItemSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    internal sealed record Given(TokenSlice Tokens, ImmutableArray<GivenSyntax> Parts) : TestItemSyntax(Tokens);

    internal sealed record Expect(TokenSlice Tokens, bool IsProvisional, ImmutableArray<ExpectationSyntax> Parts)
        : TestItemSyntax(Tokens);

    /// <summary><c>at TIME { ITEM ... }</c>: a moment of a time line.</summary>
    internal sealed record Timed(TokenSlice Tokens, ExpressionSyntax Time, ImmutableArray<TestItemSyntax> Items)
        : TestItemSyntax(Tokens);

    /// <summary>A table: one test per row.</summary>
    internal sealed record Cases(
        TokenSlice Tokens,
        ImmutableArray<SignalSyntax> Signals,
        ImmutableArray<CaseColumnSyntax> Columns,
        ImmutableArray<CaseRowSyntax> Rows
    ) : TestItemSyntax(Tokens);
}

/// <summary>One thing that a policy test supplies.</summary>
internal abstract record GivenSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>plan "FILE"</c></summary>
    internal sealed record Plan(TokenSlice Tokens, SyntaxToken Path) : GivenSyntax(Tokens);

    /// <summary><c>statement N</c></summary>
    internal sealed record Statement(TokenSlice Tokens, SyntaxToken Number) : GivenSyntax(Tokens);

    /// <summary><c>session { ... }</c></summary>
    internal sealed record Session(TokenSlice Tokens, ImmutableArray<GivenValueSyntax> Values) : GivenSyntax(Tokens);

    /// <summary><c>{ SIGNAL VALUE, ... }</c>, or one without braces</summary>
    internal sealed record Signals(TokenSlice Tokens, ImmutableArray<GivenValueSyntax> Values) : GivenSyntax(Tokens);

    /// <summary><c>objective CLASS late SHARE</c></summary>
    internal sealed record Late(TokenSlice Tokens, NameSyntax Class, ExpressionSyntax Share) : GivenSyntax(Tokens);

    /// <summary><c>at "TIME"</c></summary>
    internal sealed record Moment(TokenSlice Tokens, SyntaxToken Time) : GivenSyntax(Tokens);

    /// <summary><c>target PROFILE</c></summary>
    internal sealed record Profile(TokenSlice Tokens, SyntaxToken Name) : GivenSyntax(Tokens);
}

/// <summary>What a rule does: its first word says what, and the rest is there where that action has it.</summary>
internal sealed record ActionSyntax(
    TokenSlice Tokens,
    NameSyntax? Pool,
    SettingBodySyntax? Setting,
    ExpressionSyntax? Duration
) : SyntaxNode(Tokens);

/// <summary>One thing that a policy test expects: <c>class NAME</c>, <c>rule NAME step N</c>, <c>no state</c>,
/// <c>mask "BITS"</c> or a setting of the pool.</summary>
/// <param name="Tokens">Its tokens.</param>
/// <param name="Word">Its first word; behind <c>no</c> the second.</param>
/// <param name="IsAbsent">True behind <c>no</c>.</param>
/// <param name="Name">The name behind the word, where one stands.</param>
/// <param name="Value">The number or the text.</param>
/// <param name="Setting">The setting, where it is one.</param>
internal sealed record ExpectationSyntax(
    TokenSlice Tokens,
    SyntaxToken Word,
    bool IsAbsent,
    NameSyntax? Name,
    SyntaxToken? Value,
    SettingBodySyntax? Setting
) : SyntaxNode(Tokens);
