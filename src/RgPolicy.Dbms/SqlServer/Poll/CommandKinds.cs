using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>What the column <c>command</c> of a request says of its statement; the server turns it into a number, so that no text is sent.</summary>
internal static class CommandKinds
{
    private static readonly ImmutableArray<(StatementKind Kind, ImmutableArray<string> Patterns)> All =
    [
        (StatementKind.Select, ["SELECT"]),
        (StatementKind.Insert, ["INSERT", "INSERT EXEC"]),
        (StatementKind.Update, ["UPDATE"]),
        (StatementKind.Delete, ["DELETE"]),
        (StatementKind.Merge, ["MERGE"]),
        (StatementKind.BulkLoad, ["BULK INSERT", "SELECT INTO"]),
        (StatementKind.IndexBuild, ["CREATE INDEX", "ALTER INDEX%"]),
        (StatementKind.Maintenance, ["BACKUP%", "RESTORE%", "DBCC%", "UPDATE STATISTIC%", "CREATE STATISTIC%", "CHECKPOINT", "DB STARTUP"]),
        (StatementKind.Utility,
        [
            "WAITFOR", "EXECUTE", "ASSIGN", "CONDITIONAL", "PRINT", "RETURN", "BEGIN%", "COMMIT%", "ROLLBACK%", "SAVE%", "USE DATABASE",
            "SET%", "KILL%", "AWAITING COMMAND", "CREATE TABLE", "DROP%", "ALTER TABLE", "ALTER DATABASE%", "GRANT%", "DENY%", "REVOKE%",
            "TRUNCATE TABLE", "LOGIN", "CONFIG",
        ]),
    ];

    /// <summary>The expression that gives a kind's number for a column.</summary>
    public static string Expression(string column)
    {
        var cases = All.Select(each => string.Create(
            CultureInfo.InvariantCulture, $"WHEN {string.Join(" OR ", each.Patterns.Select(pattern => Test(column, pattern)))} THEN {(int)each.Kind}"));
        return string.Create(CultureInfo.InvariantCulture, $"CASE {string.Join(' ', cases)} ELSE {(int)StatementKind.Other} END");
    }

    private static string Test(string column, string pattern) =>
        $"{column} {(pattern.EndsWith('%') ? "LIKE" : "=")} {SqlQuote.Text(pattern)}";
}
