using RgPolicy.Language.Text;
using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>A text as its tokens with all that stands between them, and the statements that they make.</summary>
/// <param name="Source">The text.</param>
/// <param name="Tokens">All tokens; the last is <see cref="TokenKind.End"/>. With their trivia they are the whole text.</param>
/// <param name="Statements">In the order of the text; what fits no statement is a <see cref="SkippedSyntax"/>.</param>
/// <param name="IsComplete">False when a statement had to be skipped, so that a missing name proves nothing.</param>
internal sealed record SyntaxTree(
    SourceText Source, ImmutableArray<SyntaxToken> Tokens, ImmutableArray<StatementSyntax> Statements, bool IsComplete)
{
    /// <summary>Where a part stands.</summary>
    public TextRange Range(SyntaxNode node) => Source.Range(node.Start, node.End);

    /// <summary>Where a token stands.</summary>
    public TextRange Range(SyntaxToken token) => Source.Range(token.Start, token.End);
}
