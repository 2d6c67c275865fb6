namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>The tokens of a statement, asked for its keywords.</summary>
internal readonly struct MySqlKeywords(string text, List<SqlToken> tokens)
{
    /// <summary>The keyword there in capitals; null for anything else.</summary>
    public string? At(int index) =>
        index < tokens.Count && tokens[index].Kind == SqlTokenKind.Word
            ? tokens[index].In(text).ToString().ToUpperInvariant()
            : null;

    /// <summary>Behind the parentheses that a statement begins with.</summary>
    public int SkipOpening(int index)
    {
        while (index < tokens.Count && tokens[index].IsSymbol(text, '('))
            index++;
        return index;
    }

    /// <summary>Behind these words.</summary>
    public int Skip(int index, ReadOnlySpan<string> words)
    {
        while (At(index) is { } word && words.Contains(word))
            index++;
        return index;
    }

    /// <summary>The first of these words from there on, or the end.</summary>
    public int SkipTo(int index, ReadOnlySpan<string> words)
    {
        while (index < tokens.Count && !(At(index) is { } word && words.Contains(word)))
            index++;
        return index;
    }

    /// <summary>Whether this word stands anywhere from there on.</summary>
    public bool Has(int index, string word) => SkipTo(index, [word]) < tokens.Count;

    /// <summary>Whether this word stands somewhere from there on with one of the others behind it.</summary>
    public bool HasPair(int index, string first, ReadOnlySpan<string> second)
    {
        for (var i = SkipTo(index, [first]); i < tokens.Count; i = SkipTo(i + 1, [first]))
            if (At(i + 1) is { } next && second.Contains(next))
                return true;
        return false;
    }

    /// <summary>The first of these words that stands in no parentheses, or null.</summary>
    public string? FirstOutside(int index, ReadOnlySpan<string> words)
    {
        var depth = 0;
        for (; index < tokens.Count; index++)
        {
            if (tokens[index].IsSymbol(text, '('))
                depth++;
            else if (tokens[index].IsSymbol(text, ')'))
                depth--;
            else if (depth <= 0 && At(index) is { } word && words.Contains(word))
                return word;
        }

        return null;
    }
}
