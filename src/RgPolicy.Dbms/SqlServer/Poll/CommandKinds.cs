using System.Collections.Frozen;
using System.Collections.Immutable;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>What the column <c>command</c> of a request says of its statement. It is compared here: a comparison on the
/// server costs the server, for each request of each poll, and means what the server's collation makes of it.</summary>
internal static class CommandKinds
{
    private static readonly FrozenDictionary<string, StatementKind> Whole = new Dictionary<string, StatementKind>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["SELECT"] = StatementKind.Select,
        ["INSERT"] = StatementKind.Insert,
        ["INSERT EXEC"] = StatementKind.Insert,
        ["UPDATE"] = StatementKind.Update,
        ["DELETE"] = StatementKind.Delete,
        ["MERGE"] = StatementKind.Merge,
        ["BULK INSERT"] = StatementKind.BulkLoad,
        ["SELECT INTO"] = StatementKind.BulkLoad,
        ["CREATE INDEX"] = StatementKind.IndexBuild,
        ["CHECKPOINT"] = StatementKind.Maintenance,
        ["DB STARTUP"] = StatementKind.Maintenance,
        ["WAITFOR"] = StatementKind.Utility,
        ["EXECUTE"] = StatementKind.Utility,
        ["ASSIGN"] = StatementKind.Utility,
        ["CONDITIONAL"] = StatementKind.Utility,
        ["PRINT"] = StatementKind.Utility,
        ["RETURN"] = StatementKind.Utility,
        ["USE DATABASE"] = StatementKind.Utility,
        ["AWAITING COMMAND"] = StatementKind.Utility,
        ["CREATE TABLE"] = StatementKind.Utility,
        ["ALTER TABLE"] = StatementKind.Utility,
        ["TRUNCATE TABLE"] = StatementKind.Utility,
        ["LOGIN"] = StatementKind.Utility,
        ["CONFIG"] = StatementKind.Utility,
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private static readonly ImmutableArray<(string Begin, StatementKind Kind)> Begun =
    [
        ("ALTER INDEX", StatementKind.IndexBuild),
        ("BACKUP", StatementKind.Maintenance),
        ("RESTORE", StatementKind.Maintenance),
        ("DBCC", StatementKind.Maintenance),
        ("UPDATE STATISTIC", StatementKind.Maintenance),
        ("CREATE STATISTIC", StatementKind.Maintenance),
        ("BEGIN", StatementKind.Utility),
        ("COMMIT", StatementKind.Utility),
        ("ROLLBACK", StatementKind.Utility),
        ("SAVE", StatementKind.Utility),
        ("SET", StatementKind.Utility),
        ("KILL", StatementKind.Utility),
        ("DROP", StatementKind.Utility),
        ("ALTER DATABASE", StatementKind.Utility),
        ("GRANT", StatementKind.Utility),
        ("DENY", StatementKind.Utility),
        ("REVOKE", StatementKind.Utility),
    ];

    /// <summary>The kind of a command, whatever its case: DBCC's parts are DbccFilesCompact and the like.</summary>
    public static StatementKind Of(string command)
    {
        if (Whole.TryGetValue(command, out var kind))
            return kind;
        foreach (var each in Begun)
            if (command.StartsWith(each.Begin, StringComparison.OrdinalIgnoreCase))
                return each.Kind;
        return StatementKind.Other;
    }
}
