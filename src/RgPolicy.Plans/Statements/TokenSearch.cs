namespace RgPolicy.Plans.Statements;

/// <summary>Steps through tokens.</summary>
internal static class TokenSearch
{
    /// <summary>The first word, past opening parentheses and stray semicolons; null where the text
    /// begins otherwise.</summary>
    public static StatementWord? FirstWord(this StatementTokenizer tokens)
    {
        var token = tokens.Next();
        while (token is { Word: "(" or ";" })
            token = tokens.Next();
        return token;
    }

    /// <summary>The next token at exactly this depth that is one of the words; null at the end of the
    /// statement.</summary>
    public static StatementWord? Find(this StatementTokenizer tokens, int depth, params string[] words)
    {
        while (tokens.Next() is { } token)
        {
            if (token.Depth < depth || (token.Word == ";" && token.Depth <= depth))
                return null;
            if (token.Depth == depth && words.Contains(token.Word, StringComparer.Ordinal))
                return token;
        }

        return null;
    }
}
