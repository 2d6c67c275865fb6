namespace RgPolicy.Host.Text;

/// <summary>
/// Text from elsewhere (names of logins, applications, tables and files, answers over sockets, plans) made safe to
/// show: what could steer a terminal, make a line of its own or turn the direction of text is written as an escape. The
/// one place that knows which characters those are.
/// </summary>
internal static class SafeText
{
    /// <summary>
    /// Controls (C0, DEL, C1), line and paragraph separators, and the marks and controls of Unicode's
    /// bidirectional algorithm (UAX 9).
    /// </summary>
    public static bool IsUnsafe(char each) =>
        char.IsControl(each)
        || each
            is '\u061c'
                or '\u200e'
                or '\u200f'
                or '\u2028'
                or '\u2029'
                or (>= '\u202a' and <= '\u202e')
                or (>= '\u2066' and <= '\u2069');

    /// <summary>The text in one line, with <c>\n</c>, <c>\r</c>, <c>\t</c> and <c>\uXXXX</c>, which
    /// JSON understands too.</summary>
    public static string Escape(string text) => Escape(text, keepsLines: false);

    /// <summary>The same, in the lines that it has.</summary>
    public static string EscapeLines(string text) => Escape(text, keepsLines: true);

    private static string Escape(string text, bool keepsLines)
    {
        var at = 0;
        while (at < text.Length && !MustGo(text[at], keepsLines))
            at++;

        if (at == text.Length)
            return text;

        var safe = new StringBuilder(text, 0, at, text.Length + 16);
        foreach (var each in text.AsSpan(at))
            _ = MustGo(each, keepsLines) ? Append(safe, each) : safe.Append(each);

        return safe.ToString();
    }

    private static bool MustGo(char each, bool keepsLines) => IsUnsafe(each) && !(keepsLines && each == '\n');

    private static StringBuilder Append(StringBuilder safe, char each) =>
        each switch
        {
            '\n' => safe.Append("\\n"),
            '\r' => safe.Append("\\r"),
            '\t' => safe.Append("\\t"),
            _ => safe.Append(CultureInfo.InvariantCulture, $"\\u{(int)each:x4}"),
        };
}
