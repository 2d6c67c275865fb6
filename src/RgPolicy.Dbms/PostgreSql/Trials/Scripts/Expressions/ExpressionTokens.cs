namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>Cuts an expression into tokens.</summary>
internal static class ExpressionTokens
{
    private static readonly string[] Long = ["<=", ">=", "<>", "!=", "<<", ">>"];

    private const string Short = "()+-*/%<>=,|#&~";

    /// <summary>The tokens with their places.</summary>
    /// <exception cref="ScriptException">Something belongs to nothing.</exception>
    public static List<(string Text, int Place)> Of(string text, int place)
    {
        var tokens = new List<(string Text, int Place)>();
        for (var at = 0; at < text.Length; )
        {
            if (char.IsWhiteSpace(text[at]))
            {
                at++;
                continue;
            }

            var length = LengthAt(text, at);
            if (length == 0)
                throw new ScriptException($"`{text[at]}` is not read here", place + at);
            tokens.Add((text.Substring(at, length), place + at));
            at += length;
        }

        return tokens;
    }

    private static int LengthAt(string text, int at)
    {
        var first = text[at];
        if (first == ':')
            return at + 1 < text.Length && IsWord(text[at + 1]) ? 1 + Run(text, at + 1, IsWord) : 0;
        if (char.IsAsciiDigit(first) || first == '.')
            return NumberLength(text, at);
        if (IsWord(first))
            return Run(text, at, IsWord);
        if (Long.Any(each => string.CompareOrdinal(text, at, each, 0, 2) == 0))
            return 2;
        return Short.Contains(first, StringComparison.Ordinal) ? 1 : 0;
    }

    private static int NumberLength(string text, int at)
    {
        var length = Run(text, at, each => char.IsAsciiDigit(each) || each == '.');
        if (at + length < text.Length && text[at + length] is ('e' or 'E'))
        {
            length++;
            if (at + length < text.Length && text[at + length] is ('+' or '-'))
                length++;
            length += Run(text, at + length, char.IsAsciiDigit);
        }

        return length;
    }

    private static int Run(string text, int at, Func<char, bool> belongs)
    {
        var end = at;
        while (end < text.Length && belongs(text[end]))
            end++;
        return end - at;
    }

    private static bool IsWord(char each) => char.IsAsciiLetterOrDigit(each) || each is '_' or >= '\u0080';
}
