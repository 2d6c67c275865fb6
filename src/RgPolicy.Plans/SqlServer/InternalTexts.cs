namespace RgPolicy.Plans.SqlServer;

/// <summary>Statements that the server writes for itself when it maintains indexes, statistics and pages.</summary>
internal static class InternalTexts
{
    public static StatementKind? KindOf(string? text)
    {
        var sql = text.AsSpan().TrimStart();
        if (sql.StartsWith("SELECT StatMan(", StringComparison.OrdinalIgnoreCase))
            return StatementKind.Maintenance;
        if (sql.StartsWith("DECLARE @BlobEater", StringComparison.OrdinalIgnoreCase))
            return StatementKind.Maintenance;
        return IsIndexBuild(sql) ? StatementKind.IndexBuild : null;
    }

    /// <summary><c>insert [a].[t] select * from [a].[t]</c>: a table's rows into its own index.</summary>
    private static bool IsIndexBuild(ReadOnlySpan<char> sql)
    {
        const string Insert = "insert [";
        const string Select = " select *";
        const string From = "from ";
        if (!sql.StartsWith(Insert, StringComparison.OrdinalIgnoreCase))
            return false;
        var rest = sql[(Insert.Length - 1)..];
        var select = rest.IndexOf(Select, StringComparison.OrdinalIgnoreCase);
        if (select < 0)
            return false;
        var target = rest[..select].Trim();
        rest = rest[(select + Select.Length)..].TrimStart(", %bmkpartiondsc".AsSpan());
        var from = rest.IndexOf(From, StringComparison.OrdinalIgnoreCase);
        return from is >= 0 and < 64
            && rest[(from + From.Length)..].TrimStart().StartsWith(target, StringComparison.OrdinalIgnoreCase);
    }
}
