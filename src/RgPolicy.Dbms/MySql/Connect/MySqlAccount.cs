namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>Writes names into statements.</summary>
internal static class MySqlAccount
{
    /// <summary>An account as statements name it.</summary>
    public static string Of((string User, string Host) account) => $"{Quote(account.User)}@{Quote(account.Host)}";

    /// <summary>A text in single quotes, safe with and without backslash escapes.</summary>
    public static string Quote(string text) =>
        "'" + text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal) + "'";
}
