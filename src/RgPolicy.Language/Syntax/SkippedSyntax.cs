namespace RgPolicy.Language.Syntax;

/// <summary>Tokens that fit no statement; they have a diagnostic.</summary>
/// <param name="Tokens">The tokens.</param>
/// <param name="MayDeclare">True when a statement is lost here, not only what stands behind one.</param>
internal sealed record SkippedSyntax(TokenSlice Tokens, bool MayDeclare) : StatementSyntax(Tokens)
{
    private static readonly string[] Declaring = ["pool", "class", "let", "window", "state", "rule"];

    private static readonly string[] Others =
    [
        "language",
        "use",
        "default",
        "cache",
        "schedule",
        "in",
        "objective",
        "test",
    ];

    /// <summary>The sort and the name of each thing that may have been declared here.</summary>
    public IEnumerable<(string Sort, NameSyntax Name)> Declared
    {
        get
        {
            var (tokens, last) = (Tokens, Tokens.LastIndex);
            return from index in Enumerable.Range(tokens.FirstIndex, MayDeclare ? last - tokens.FirstIndex : 0)
                let sort = Array.Find(Declaring, tokens.All[index].Is)
                where
                    sort is not null
                    && (index == tokens.FirstIndex || BeginsLine(tokens.All[index]))
                    && tokens.All[index + 1].Kind == TokenKind.Word
                select (sort, new NameSyntax(tokens with { FirstIndex = index + 1, LastIndex = index + 1 }));
        }
    }

    private static bool BeginsLine(SyntaxToken token) =>
        token.Trivia.Any(trivia => trivia.Text.AsSpan().ContainsAny('\n', '\r'));

    /// <summary>True when what was meant is not known, so that it may have declared any name.</summary>
    public bool MayDeclareAny => MayDeclare && !Declaring.Concat(Others).Any(Tokens.First.Is);

    /// <summary>True when a statement that begins with this word may be lost here.</summary>
    public bool MayHold(string word) =>
        MayDeclare
        && Enumerable
            .Range(Tokens.FirstIndex, Tokens.LastIndex - Tokens.FirstIndex + 1)
            .Any(index => Tokens.All[index].Is(word));
}
