namespace RgPolicy.Dbms.SqlServer.Sql;

/// <summary>
/// The collations that comparisons of texts name, so that they mean the same on every server: without
/// one that of the server counts, in which case may count, or a Turkish i. Names of objects alone are compared as the
/// server does, which decides which are the same.
/// </summary>
internal static class SqlCollation
{
    /// <summary>Case does not count; accents, widths and kinds of kana do.</summary>
    public const string IgnoringCase = "Latin1_General_100_CI_AS_KS_WS";

    /// <summary>Every unit counts; the quickest.</summary>
    public const string Binary = "Latin1_General_100_BIN2";

    /// <summary>A column or function whose case does not count in what it is compared with.</summary>
    public static string Ignoring(string expression) => $"{expression} COLLATE {IgnoringCase}";

    /// <summary>A column or function that is compared unit by unit.</summary>
    public static string Exactly(string expression) => $"{expression} COLLATE {Binary}";

    /// <summary>True where a session's number is in a list such as <c>,51,52,</c>.</summary>
    public static string IsListed(string session, string list) =>
        $"CHARINDEX({Exactly($"N',' + CONVERT(nvarchar(6), {session}) + N','")}, {list}) > 0";
}
