namespace RgPolicy.Dbms.SqlServer.Sql;

/// <summary>Writes the call of a parameterised statement: the driver's own parameters are not available here, and the
/// server keeps one plan for all arguments this way.</summary>
internal static class SqlCall
{
    public static string Of(string statement, params SqlArgument[] arguments) =>
        $"EXEC sys.sp_executesql {SqlQuote.Text(statement)}, "
        + SqlQuote.Text(string.Join(", ", arguments.Select(each => $"{each.Name} {each.Type}")))
        + string.Concat(arguments.Select(each => $", {each.Name} = {each.Value}"))
        + ";";
}

/// <summary>One argument of a parameterised statement: its declaration and its value as T-SQL.</summary>
internal readonly record struct SqlArgument(string Name, string Type, string Value)
{
    public static SqlArgument Text(string name, string value) => new(name, "nvarchar(max)", SqlQuote.Text(value));

    /// <summary>Bytes, such as a handle.</summary>
    public static SqlArgument Bytes(string name, byte[] value) =>
        new(name, "varbinary(64)", "0x" + Convert.ToHexString(value));

    public static SqlArgument Number(string name, long value) =>
        new(name, "bigint", value.ToString(CultureInfo.InvariantCulture));

    public static SqlArgument NoNumber(string name) => new(name, "bigint", "NULL");

    public static SqlArgument Integer(string name, int value) =>
        new(name, "int", value.ToString(CultureInfo.InvariantCulture));
}

/// <summary>Puts names and texts into T-SQL. It is the only way for either to get there, whether they come from a
/// policy or from a catalog.</summary>
internal static class SqlQuote
{
    public static string Name(string name) => Quote(name, "[", ']');

    public static string Text(string text) => Quote(text, "N'", '\'');

    /// <summary>What closes the quote is doubled; nothing else has a meaning inside.</summary>
    private static string Quote(string text, string open, char close)
    {
        if (text.Contains('\0', StringComparison.Ordinal))
            throw new ArgumentException("A text with a null character cannot be written in T-SQL.", nameof(text));
        return new StringBuilder(text.Length + open.Length + 1)
            .Append(open)
            .Append(text)
            .Replace(close.ToString(), new string(close, 2), open.Length, text.Length)
            .Append(close)
            .ToString();
    }
}

/// <summary>The collations that comparisons of texts name, so that they mean the same on every server: without one that
/// of the server counts, in which case may count, or a Turkish i. Names of objects alone are compared as the server
/// does, which decides which are the same.</summary>
internal static class SqlCollation
{
    /// <summary>Case does not count; accents, widths and kinds of kana do.</summary>
    public const string IgnoringCase = "Latin1_General_100_CI_AS_KS_WS";

    /// <summary>Every unit counts; the quickest.</summary>
    public const string Binary = "Latin1_General_100_BIN2";

    public static string Ignoring(string expression) => $"{expression} COLLATE {IgnoringCase}";

    /// <summary>A column or function that is compared unit by unit.</summary>
    public static string Exactly(string expression) => $"{expression} COLLATE {Binary}";

    /// <summary>True where a session's number is in a list such as <c>,51,52,</c>.</summary>
    public static string IsListed(string session, string list) =>
        $"CHARINDEX({Exactly($"N',' + CONVERT(nvarchar(6), {session}) + N','")}, {list}) > 0";
}
