namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

internal static class SqlName
{
    private const int LongestName = 63;

    public static bool IsName(SqlToken token) => token.Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName;

    /// <summary>The name: a bare one in lower case, a quoted one as it stands.</summary>
    public static string Of(string text, SqlToken token) =>
        token.Kind == SqlTokenKind.Word
            ? Lower(token.In(text))
            : token.In(text)[1..^1].ToString().Replace("\"\"", "\"", StringComparison.Ordinal);

    /// <summary>False for a name that the server may read as another one: cut because it is too long, or with a letter
    /// outside ASCII whose case the server folds in some encodings and keeps in others.</summary>
    public static bool IsCertain(string text, SqlToken token)
    {
        var name = token.In(text);
        if (Encoding.UTF8.GetByteCount(name) > LongestName)
            return false;
        if (token.Kind != SqlTokenKind.Word)
            return true;
        foreach (var c in name)
            if (!char.IsAscii(c) && char.ToLowerInvariant(c) != c)
                return false;
        return true;
    }

    private static string Lower(ReadOnlySpan<char> name)
    {
        var lower = name.ToArray();
        for (var i = 0; i < lower.Length; i++)
            if (lower[i] is >= 'A' and <= 'Z')
                lower[i] = (char)(lower[i] | 0x20);
        return new string(lower);
    }
}
