namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>What the column <c>command</c> of a request says of its statement. It is compared here: a comparison on the
/// server costs the server, for each request of each poll, and means what the server's collation makes of it.</summary>
internal static class CommandKinds
{
    private static readonly FrozenDictionary<string, StatementKind> Whole = Table(
            (StatementKind.Select, "SELECT"),
            (StatementKind.Insert, "INSERT, INSERT EXEC"),
            (StatementKind.Update, "UPDATE"),
            (StatementKind.Delete, "DELETE"),
            (StatementKind.Merge, "MERGE"),
            (StatementKind.BulkLoad, "BULK INSERT, SELECT INTO"),
            (StatementKind.IndexBuild, "CREATE INDEX"),
            (StatementKind.Maintenance, "CHECKPOINT, DB STARTUP"),
            (
                StatementKind.Utility,
                "WAITFOR, EXECUTE, ASSIGN, CONDITIONAL, PRINT, RETURN, USE DATABASE, LOGIN, CONFIG"
            ),
            (StatementKind.Utility, "AWAITING COMMAND, CREATE TABLE, ALTER TABLE, TRUNCATE TABLE")
        )
        .ToFrozenDictionary(row => row.Command, row => row.Kind, StringComparer.OrdinalIgnoreCase);

    private static readonly ImmutableArray<(string Command, StatementKind Kind)> Begun =
    [
        .. Table(
            (StatementKind.IndexBuild, "ALTER INDEX"),
            (StatementKind.Maintenance, "BACKUP, RESTORE, DBCC, UPDATE STATISTIC, CREATE STATISTIC"),
            (
                StatementKind.Utility,
                "BEGIN, COMMIT, ROLLBACK, SAVE, SET, KILL, DROP, ALTER DATABASE, GRANT, DENY, REVOKE"
            )
        ),
    ];

    /// <summary>The kind of a command, whatever its case: DBCC's parts are DbccFilesCompact and the like.</summary>
    public static StatementKind Of(string command)
    {
        if (Whole.TryGetValue(command, out var kind))
            return kind;
        foreach (var each in Begun)
            if (command.StartsWith(each.Command, StringComparison.OrdinalIgnoreCase))
                return each.Kind;
        return StatementKind.Other;
    }

    private static IEnumerable<(string Command, StatementKind Kind)> Table(
        params (StatementKind Kind, string Commands)[] rows
    ) => rows.SelectMany(row => row.Commands.Split(", ").Select(command => (command, row.Kind)));
}
