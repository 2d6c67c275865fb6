namespace RgPolicy.Plans.Documents;

/// <summary>
/// Undoes what clients put around a plan: psql's borders and line-end signs become blanks, so that
/// lines and columns stay true; a document exported as one CSV field loses its doubled quotes, and one that MySQL's client
/// wrote to a file its backslashes.
/// </summary>
internal static class ClientFrame
{
    private const string Borders = "|│║";
    private const string LineEnds = "+↵";

    public static string Remove(string text)
    {
        var plain = HasDoubledQuotes(text) ? text.Replace("\"\"", "\"", StringComparison.Ordinal) : text;
        return HasFrame(plain) ? Blank(plain) : plain;
    }

    /// <summary>The line ends, tabs and backslashes that MySQL's client writes as two signs, as they were.</summary>
    public static string Unescape(string text)
    {
        if (!text.Contains("{\\n", StringComparison.Ordinal))
            return text;
        var plain = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            var second = text[i] == '\\' && i + 1 < text.Length ? text[i + 1] : '\0';
            i += second is 'n' or 't' or '\\' ? 1 : 0;
            plain.Append(
                second switch
                {
                    'n' => '\n',
                    't' => '\t',
                    '\\' => '\\',
                    _ => text[i],
                }
            );
        }

        return plain.ToString();
    }

    private static bool HasDoubledQuotes(string text) =>
        text.Contains("\"\"Plan\"\"", StringComparison.Ordinal)
        || text.Contains("\"\"Node Type\"\"", StringComparison.Ordinal)
        || text.Contains("\"\"query_block\"\"", StringComparison.Ordinal);

    private static bool HasFrame(string text)
    {
        if (text.Contains('↵', StringComparison.Ordinal) || text.AsSpan().IndexOfAny('│', '║') >= 0)
            return true;
        // Not foreach: on .NET 10 the enumerator implements an interface, which C# 12 refuses for a ref struct.
        var lines = text.AsSpan().EnumerateLines();
        while (lines.MoveNext())
        {
            var end = lines.Current.TrimEnd();
            if (end.EndsWith("+", StringComparison.Ordinal) || end.EndsWith("|", StringComparison.Ordinal))
                return true;
        }

        return false;
    }

    private static string Blank(string text)
    {
        var letters = text.ToCharArray();
        var start = 0;
        while (start < letters.Length)
        {
            var length = letters.AsSpan(start).IndexOf('\n');
            var end = length < 0 ? letters.Length : start + length;
            BlankLine(letters.AsSpan(start, end - start));
            start = end + 1;
        }

        return new(letters);
    }

    private static void BlankLine(Span<char> line)
    {
        BlankLast(line, Borders);
        BlankLast(line, LineEnds);
        for (var i = 0; i < line.Length; i++)
        {
            if (char.IsWhiteSpace(line[i]))
                continue;
            if (Borders.Contains(line[i], StringComparison.Ordinal))
                line[i] = ' ';
            return;
        }
    }

    private static void BlankLast(Span<char> line, string signs)
    {
        for (var i = line.Length - 1; i >= 0; i--)
        {
            if (char.IsWhiteSpace(line[i]))
                continue;
            if (signs.Contains(line[i], StringComparison.Ordinal))
                line[i] = ' ';
            return;
        }
    }
}
