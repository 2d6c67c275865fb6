using System.Security.Cryptography;
using System.Text;

namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>The fingerprint of a statement, made of its text: the server's own digest is there in few
/// configurations only.</summary>
internal static class MySqlFingerprint
{
    /// <summary>
    /// The letter m and sixteen hexadecimal digits, the same for texts that differ only in literals, comments, blanks
    /// and the case of words.
    /// </summary>
    public static string Of(string text, IReadOnlyList<MySqlToken> tokens)
    {
        Span<byte> hash = stackalloc byte[32];
        SHA256.HashData(Encoding.UTF8.GetBytes(Normalise(text, tokens)), hash);
        return "m" + Convert.ToHexString(hash[..8]).ToLowerInvariant();
    }

    /// <summary>
    /// Single blanks, small letters in words, and <c>?</c> for every literal and parameter; a list of them counts as
    /// one, and so do the rows of VALUES.
    /// </summary>
    public static string Normalise(string text, IReadOnlyList<MySqlToken> tokens)
    {
        var normal = new StringBuilder(text.Length);
        foreach (var token in tokens)
            Append(normal, text, token);
        while (normal.Length > 1 && normal[^1] == ';')
            normal.Length -= normal[^2] == ' ' ? 2 : 1;
        return normal.ToString();
    }

    private static void Append(StringBuilder normal, string text, MySqlToken token)
    {
        if (token.Kind is MySqlTokenKind.Text or MySqlTokenKind.Number or MySqlTokenKind.Parameter)
        {
            if (EndsWith(normal, "? ,"))
                normal.Length -= 2;
            else if (!EndsWith(normal, "?"))
                Blank(normal).Append('?');
            return;
        }

        if (token.IsSymbol(text, ')') && EndsWith(normal, "( ? ) , ( ?"))
        {
            normal.Length -= " , ( ?".Length;
            return;
        }

        Blank(normal);
        foreach (var c in token.In(text))
            normal.Append(token.Kind == MySqlTokenKind.Word && c is >= 'A' and <= 'Z' ? (char)(c | 0x20) : c);
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
