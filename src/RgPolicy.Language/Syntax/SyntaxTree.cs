using RgPolicy.Language.Text;

namespace RgPolicy.Language.Syntax;

/// <summary>A text as its tokens with all that stands between them, and the statements that they make.</summary>
/// <param name="Source">The text.</param>
/// <param name="Tokens">All tokens; the last is <see cref="TokenKind.End"/>. With their trivia they are
/// the whole text.</param>
/// <param name="Statements">In the order of the text; what fits no statement is a <see cref="SkippedSyntax"/>.</param>
/// <param name="IsComplete">False when there was a mistake in the grammar.</param>
internal sealed record SyntaxTree(
    SourceText Source,
    ImmutableArray<SyntaxToken> Tokens,
    ImmutableArray<StatementSyntax> Statements,
    bool IsComplete
)
{
    /// <summary>True when a statement was lost of which not even the first word is known, so that a
    /// missing name proves nothing.</summary>
    public bool HidesNames { get; } = Statements.OfType<SkippedSyntax>().Any(skipped => skipped.MayDeclareAny);

    public bool Hides(string word) =>
        HidesNames || Statements.OfType<SkippedSyntax>().Any(skipped => skipped.MayHold(word));

    public TextRange Range(SyntaxNode node) => Source.Range(node.Start, node.End);

    public TextRange Range(SyntaxToken token) => Source.Range(token.Start, token.End);
}
