using RgPolicy.Plans.Sql;

namespace RgPolicy.Plans.SqlServer;

/// <summary>SQL Server's StatementType and, where that tells too little, the text.</summary>
internal static class StatementTypes
{
    private static readonly string[] MaintenanceCommands =
    [
        "UPDATE STATISTICS",
        "CREATE STATISTICS",
        "DBCC",
        "BACKUP",
        "RESTORE",
        "CREATE SPATIAL INDEX",
        "CREATE XML INDEX",
    ];

    public static StatementKind KindOf(SqlServerStatement statement)
    {
        if (InternalTexts.KindOf(statement.Text) is { } hidden)
            return hidden;
        return statement.Type switch
        {
            "" => FromText(statement),
            "SELECT INTO" or "BULK INSERT" => StatementKind.BulkLoad,
            "INSERT" or "INSERT EXEC" => StatementKind.Insert,
            "UPDATE" or "UPDATE CURSOR" => StatementKind.Update,
            "DELETE" or "DELETE CURSOR" => StatementKind.Delete,
            "MERGE" => StatementKind.Merge,
            "CREATE INDEX" or "ALTER INDEX" => StatementKind.IndexBuild,
            "SELECT"
            or "ASSIGN WITH QUERY"
            or "COND WITH QUERY"
            or "SET WITH QUERY"
            or "PRINT WITH QUERY"
            or "RETURN WITH QUERY" => StatementKind.Select,
            _ => OfCommand(statement),
        };
    }

    /// <summary>True when the rows of the last operator go to the client.</summary>
    public static bool ReturnsRows(SqlServerStatement statement) =>
        statement.Type
            is not (
                "SELECT INTO"
                or "ASSIGN WITH QUERY"
                or "COND WITH QUERY"
                or "SET WITH QUERY"
                or "PRINT WITH QUERY"
                or "RETURN WITH QUERY"
                or "DECLARE CURSOR"
                or "OPEN CURSOR"
                or "BULK INSERT"
                or "CREATE INDEX"
                or "ALTER INDEX"
                or "INSERT EXEC"
            );

    private static StatementKind OfCommand(SqlServerStatement statement)
    {
        if (MaintenanceCommands.Any(command => statement.Type.StartsWith(command, StringComparison.Ordinal)))
            return StatementKind.Maintenance;
        return statement.Operators.Count > 0 && statement.Type.Contains("CURSOR", StringComparison.Ordinal)
            ? StatementKind.Select
            : StatementKind.Utility;
    }

    private static StatementKind FromText(SqlServerStatement statement) =>
        statement.Text is { } text ? StatementKindReader.FromText(text, SqlDialect.TransactSql) : StatementKind.Other;
}

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
