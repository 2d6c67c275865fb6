using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>A part of a policy test.</summary>
internal abstract record TestItemSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary>What the test supplies.</summary>
    internal sealed record Given(TokenSlice Tokens, ImmutableArray<GivenSyntax> Parts) : TestItemSyntax(Tokens);

    /// <summary>What it expects.</summary>
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
