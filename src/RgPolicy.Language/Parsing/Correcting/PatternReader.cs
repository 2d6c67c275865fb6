namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Reads a pattern: words and marks as they are, <c>(a|b)</c> alternatives, <c>[a]</c> what may be missing,
/// <c>{a}</c> what may repeat, <c>&lt;a&gt;</c> what is replaced, <c>~</c> no blank between, <c>^</c> and <c>$</c> the
/// ends of a line, capitals for classes of tokens, and marks of this list between backticks.
/// </summary>
internal sealed class PatternReader(string text)
{
    private int _at;
    private int _groups;
    private int _depth;

    public static Pattern Read(string text) => new PatternReader(text).Choice(-1);

    private char Next => _at < text.Length ? text[_at] : '\0';

    private Pattern Choice(int group)
    {
        var parts = ImmutableArray.CreateBuilder<Pattern>();
        parts.Add(Sequence());
        while (Next == '|')
        {
            _at++;
            parts.Add(Sequence());
        }

        return parts.Count == 1 && group < 0
            ? parts[0]
            : new Pattern.Choice(group, [.. parts.OrderByDescending(Length)]);
    }

    // `is not` before `is`: the longer words are tried first.
    private static int Length(Pattern pattern) =>
        pattern switch
        {
            Pattern.Words words => words.Parts.Length,
            Pattern.Sequence sequence => sequence.Parts.Sum(Length),
            _ => 0,
        };

    private Pattern.Sequence Sequence()
    {
        var parts = ImmutableArray.CreateBuilder<Pattern>();
        while (SkipBlanks() && Next is not ('|' or ')' or ']' or '}'))
            parts.Add(Part());

        return new Pattern.Sequence(parts.ToImmutable());
    }

    private Pattern Part()
    {
        var mark = text[_at++];
        return mark switch
        {
            '(' => Group(),
            '[' => Closed(new Pattern.Optional(Choice(-1), Repeats: false)),
            '{' => Closed(new Pattern.Optional(Choice(-1), Repeats: true)),
            '<' or '>' or '~' or '^' or '$' => new Pattern.Marker(mark),
            '`' => Words(Quoted(), isExact: true),
            _ => Word(),
        };
    }

    private Pattern Word()
    {
        var start = --_at;
        while (_at < text.Length && text[_at] != ' ' && !"()[]{}<>|~^$`".Contains(text[_at], StringComparison.Ordinal))
            _at++;

        var word = text[start.._at];
        return TokenClasses.ByName.TryGetValue(word, out var endOf)
            ? new Pattern.Tokens(NextGroup(), endOf, word is "COND" or "ACTION")
            : Words(word);
    }

    private Pattern Group()
    {
        var group = NextGroup();
        _depth++;
        var inner = Closed(Choice(group));
        _depth--;
        return inner;
    }

    // What is in another group has no number of its own.
    private int NextGroup() => _depth > 0 ? -1 : ++_groups;

    private string Quoted()
    {
        var end = text.IndexOf('`', _at);
        var quoted = text[_at..end];
        _at = end + 1;
        return quoted;
    }

    // The lexer says what the parts of a mark are.
    private static Pattern.Words Words(string written, bool isExact = false) =>
        new([
            .. Lexing
                .Read(written)
                .Where(token => token.Channel == Antlr4.Runtime.TokenConstants.DefaultChannel)
                .Select(token =>
                    (isExact ? null : ForeignOperators.Find(token.Type)?.Meant) ?? token.Text.ToLowerInvariant()
                ),
        ]);

    private Pattern Closed(Pattern inner)
    {
        _at++;
        return inner;
    }

    private bool SkipBlanks()
    {
        while (Next == ' ')
            _at++;

        return _at < text.Length;
    }
}
