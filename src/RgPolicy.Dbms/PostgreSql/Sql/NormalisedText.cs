using System.Security.Cryptography;
using System.Text;

namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The fingerprint of a statement for servers that give no query id.</summary>
internal static class NormalisedText
{
    /// <summary>
    /// The letter t and sixteen hexadecimal digits, the same for texts that differ only in literals,
    /// comments, blanks and the case of words.
    /// </summary>
    public static string Fingerprint(string text)
    {
        Span<byte> hash = stackalloc byte[32];
        SHA256.HashData(Encoding.UTF8.GetBytes(Of(text)), hash);
        return "t" + Convert.ToHexString(hash[..8]).ToLowerInvariant();
    }

    /// <summary>
    /// The text without comments, with single blanks, lower-case words, and <c>?</c> for every literal
    /// and parameter; a list of literals counts as one.
    /// </summary>
    public static string Of(string text)
    {
        var normal = new StringBuilder(text.Length);
        var lexer = new SqlLexer(text);
        for (var token = lexer.Next(); token.Kind != SqlTokenKind.End; token = lexer.Next())
            Append(normal, text, token);
        while (normal.Length > 1 && normal[^1] == ';')
            normal.Length -= normal[^2] == ' ' ? 2 : 1;
        return normal.ToString();
    }

    private static void Append(StringBuilder normal, string text, SqlToken token)
    {
        if (token.Kind is SqlTokenKind.Text or SqlTokenKind.Number or SqlTokenKind.Parameter)
        {
            if (EndsWith(normal, "? ,"))
                normal.Length -= 2;
            else
                Blank(normal).Append('?');
            return;
        }

        Blank(normal);
        if (token.Kind != SqlTokenKind.Word)
        {
            normal.Append(token.In(text));
            return;
        }

        foreach (var c in token.In(text))
            normal.Append(c is >= 'A' and <= 'Z' ? (char)(c | 0x20) : c);
    }

    private static StringBuilder Blank(StringBuilder normal) => normal.Length > 0 ? normal.Append(' ') : normal;

    private static bool EndsWith(StringBuilder text, string end)
    {
        if (text.Length < end.Length)
            return false;
        for (var i = 0; i < end.Length; i++)
            if (text[text.Length - end.Length + i] != end[i])
                return false;
        return true;
    }
}
