using System.Text;

namespace RgPolicy.Dbms.SqlServer.Sql;

/// <summary>
/// Puts names and texts into T-SQL. It is the only way for either to get there, whether they come from
/// a policy or from a catalog.
/// </summary>
internal static class SqlQuote
{
    /// <summary>A name in brackets.</summary>
    public static string Name(string name) => Quote(name, "[", ']');

    /// <summary>A Unicode literal.</summary>
    public static string Text(string text) => Quote(text, "N'", '\'');

    /// <summary>What closes the quote is doubled; nothing else has a meaning inside.</summary>
    private static string Quote(string text, string open, char close)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.Contains('\0', StringComparison.Ordinal))
        {
            throw new ArgumentException("A text with a null character cannot be written in T-SQL.", nameof(text));
        }

        return new StringBuilder(text.Length + open.Length + 1)
            .Append(open)
            .Append(text)
            .Replace(close.ToString(), new string(close, 2), open.Length, text.Length)
            .Append(close)
            .ToString();
    }
}
