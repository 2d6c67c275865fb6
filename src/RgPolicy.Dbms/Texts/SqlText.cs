namespace RgPolicy.Dbms.Texts;

/// <summary>A statement's text and its tokens. Any place may be asked about: outside of the text there is nothing.
/// </summary>
internal sealed class SqlText(string text, SqlDialect dialect = SqlDialect.PostgreSql)
{
    private const int LongestName = 63;

    public string Text => text;
    public List<SqlToken> Tokens { get; } = SqlLexer.Tokens(text, dialect);
    public int Count => Tokens.Count;
    public SqlToken this[int at] => Tokens[at];

    public SqlTokenKind KindAt(int at) => Has(at) ? Tokens[at].Kind : SqlTokenKind.End;

    public ReadOnlySpan<char> In(int at) => Has(at) ? Tokens[at].In(text) : default;

    public bool Is(int at, string word) => Has(at) && Tokens[at].Is(text, word);

    public bool Is(int at, char symbol) => Has(at) && Tokens[at].IsSymbol(text, symbol);

    public bool IsName(int at) => KindAt(at) is SqlTokenKind.Word or SqlTokenKind.QuotedName;

    /// <summary>Whether a word without quotes is one of these, which are in small letters.</summary>
    public bool IsOneOf(int at, FrozenSet<string> words) => KindAt(at) == SqlTokenKind.Word && words.Contains(Name(at));

    public bool IsOperator(int at, string sign) => KindAt(at) == SqlTokenKind.Operator && In(at).SequenceEqual(sign);

    public bool BeginsQuery(int at) => Is(at, "select") || Is(at, "with") || Is(at, "values") || Is(at, "table");

    /// <summary>Whether nothing but a semicolon stands there.</summary>
    public bool IsEnd(int at) => at == Count || (at + 1 == Count && Is(at, ';'));

    /// <summary>A name as PostgreSQL compares it: without quotes, and in small letters where it had none.</summary>
    public string Name(int at) =>
        KindAt(at) == SqlTokenKind.QuotedName
            ? In(at)[1..^1].ToString().Replace("\"\"", "\"", StringComparison.Ordinal)
            : Lower(In(at));

    /// <summary>Whether the server is certain to compare the name as <see cref="Name"/> does: it cuts longer ones, and
    /// what are small letters beyond ASCII depends on its locale.</summary>
    public bool IsCertainName(int at)
    {
        var name = In(at);
        if (Encoding.UTF8.GetByteCount(name) > LongestName)
            return false;
        if (KindAt(at) != SqlTokenKind.Word)
            return true;
        foreach (var c in name)
            if (!char.IsAscii(c) && char.ToLowerInvariant(c) != c)
                return false;
        return true;
    }

    /// <summary>The number of the parameter at a place, or null.</summary>
    public int? Parameter(int at) => KindAt(at) == SqlTokenKind.Parameter ? Tokens[at].ParameterNumber(text) : null;

    /// <summary>The text of the tokens from one place up to another.</summary>
    public string Between(int from, int to) => from < to ? text[Tokens[from].Start..Tokens[to - 1].End] : "";

    /// <summary>Where the parenthesis closes that opens at a place, or null.</summary>
    public int? Closing(int open)
    {
        for (var (at, depth) = (open, 0); at < Count; at++)
        {
            depth +=
                Is(at, '(') ? 1
                : Is(at, ')') ? -1
                : 0;
            if (depth == 0)
                return at;
        }

        return null;
    }

    /// <summary>The text with other words for tokens, each from its first to its last one, in their order.</summary>
    public string With(IEnumerable<(int First, int Last, string Now)> edits)
    {
        var (written, copied) = (new StringBuilder(text.Length + 64), 0);
        foreach (var (first, last, now) in edits)
        {
            written.Append(text, copied, Tokens[first].Start - copied).Append(now);
            copied = Tokens[last].End;
        }

        return written.Append(text, copied, text.Length - copied).ToString();
    }

    /// <summary>Where the statements stand that semicolons part, each from its first token to its last; empty ones are
    /// none.</summary>
    public IEnumerable<Range> Statements()
    {
        var (begin, end) = (-1, 0);
        for (var at = 0; at < Count; at++)
        {
            if (!Is(at, ';'))
                (begin, end) = (begin < 0 ? Tokens[at].Start : begin, Tokens[at].End);
            else if (begin >= 0)
                yield return begin..end;
            begin = Is(at, ';') ? -1 : begin;
        }

        if (begin >= 0)
            yield return begin..end;
    }

    private bool Has(int at) => at >= 0 && at < Tokens.Count;

    private static string Lower(ReadOnlySpan<char> name)
    {
        var lower = name.ToArray();
        for (var i = 0; i < lower.Length; i++)
            if (lower[i] is >= 'A' and <= 'Z')
                lower[i] = (char)(lower[i] | 0x20);
        return new string(lower);
    }
}
