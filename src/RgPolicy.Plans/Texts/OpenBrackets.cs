namespace RgPolicy.Plans.Texts;

/// <summary>What a server's expression has opened and not closed yet: brackets, literals, quoted names. A literal may
/// hold line breaks, so a text is taken line by line.</summary>
/// <param name="hasBackslashes">True where a backslash in a literal takes its meaning from the next sign.</param>
internal struct OpenBrackets(bool hasBackslashes)
{
    private int _depth;
    private char _quote;

    public readonly bool IsOpen => _quote != '\0' || _depth > 0;

    public void Take(ReadOnlySpan<char> line)
    {
        for (var i = 0; i < line.Length; i++)
        {
            var sign = line[i];
            if (_quote != '\0')
            {
                i += hasBackslashes && sign == '\\' ? 1 : 0;
                _quote = sign == _quote ? '\0' : _quote;
            }
            else if (sign is '\'' or '"' || (hasBackslashes && sign == '`'))
                _quote = sign;
            else if (sign is '(' or ')')
                _depth += sign == '(' ? 1 : -1;
        }
    }
}
