namespace RgPolicy.Architecture.Tests;

/// <summary>
/// A C# text with comments and the insides of literals turned into blanks, so that a simple search finds only code.
/// Line breaks stay where they are. The expressions inside interpolated strings count as literal.
/// </summary>
internal static class CSharpText
{
    public static string WithoutLiteralsAndComments(string text)
    {
        var code = text.ToCharArray();
        var position = 0;
        while (position < text.Length)
        {
            var end = EndOfBlank(text, position);
            if (end == position)
            {
                position++;
                continue;
            }

            for (; position < end; position++)
                code[position] = text[position] is '\n' or '\r' ? text[position] : ' ';
        }

        return new string(code);
    }

    private static int EndOfBlank(string text, int start)
    {
        if (At(text, start, "//"))
            return IndexOrEnd(text, "\n", start);

        if (At(text, start, "/*"))
            return After(text, "*/", start + 2);

        return text[start] switch
        {
            '\'' => EndOfQuoted(text, start + 1, '\'', escapes: true),
            '"' => EndOfString(text, start, verbatim: false, dollars: 0),
            '@' or '$' => EndOfPrefixedString(text, start),
            _ => start,
        };
    }

    private static int EndOfPrefixedString(string text, int start)
    {
        var position = start;
        while (position < text.Length && text[position] is '@' or '$')
            position++;

        var prefix = text[start..position];
        return position < text.Length && text[position] == '"'
            ? EndOfString(
                text,
                position,
                prefix.Contains('@', StringComparison.Ordinal),
                prefix.Count(each => each == '$')
            )
            : start;
    }

    private static int EndOfString(string text, int quote, bool verbatim, int dollars)
    {
        var quotes = text.AsSpan(quote).IndexOfAnyExcept('"') is var count and >= 0 ? count : text.Length - quote;
        if (quotes >= 3)
            return After(text, new string('"', quotes), quote + quotes);

        return dollars > 0
            ? EndOfInterpolated(text, quote + 1, verbatim)
            : EndOfQuoted(text, quote + 1, '"', escapes: !verbatim);
    }

    private static int EndOfQuoted(string text, int position, char quote, bool escapes)
    {
        while (position < text.Length && text[position] != quote)
            position += escapes && text[position] == '\\' ? 2 : 1;

        // In a verbatim string a doubled quote reads as the end of one string and the start of the
        // next: the same blanks.
        return Math.Min(position + 1, text.Length);
    }

    private static int EndOfInterpolated(string text, int position, bool verbatim)
    {
        while (position < text.Length && text[position] != '"')
        {
            if (text[position] == '{' && !At(text, position, "{{"))
                position = EndOfHole(text, position + 1);
            else
                position += At(text, position, "{{") || (!verbatim && text[position] == '\\') ? 2 : 1;
        }

        return Math.Min(position + 1, text.Length);
    }

    private static int EndOfHole(string text, int position)
    {
        for (var depth = 1; position < text.Length && depth > 0; )
        {
            var end = EndOfBlank(text, position);
            depth += text[position] switch
            {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            position = Math.Max(end, position + 1);
        }

        return position;
    }

    private static bool At(string text, int position, string word) =>
        string.CompareOrdinal(text, position, word, 0, word.Length) == 0;

    private static int IndexOrEnd(string text, string word, int start) =>
        text.IndexOf(word, Math.Min(start, text.Length), StringComparison.Ordinal) is var index and >= 0
            ? index
            : text.Length;

    private static int After(string text, string word, int start) =>
        Math.Min(IndexOrEnd(text, word, start) + word.Length, text.Length);
}
