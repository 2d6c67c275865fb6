using System.Collections.Frozen;
using RgPolicy.Dbms.SqlServer.Import;

namespace RgPolicy.Dbms.SqlServer.Trials;

/// <summary>
/// Whether a text is one query that only reads. Transact-SQL needs no semicolon between statements, so every word that
/// could begin another one, or change something within a query, is refused: the words are reserved, and as names they
/// stand in brackets.
/// </summary>
internal static class ReadingQuery
{
    private static readonly FrozenSet<string> Refused = new[]
    {
        "ADD",
        "ALTER",
        "BACKUP",
        "BEGIN",
        "BULK",
        "CHECKPOINT",
        "CLOSE",
        "COMMIT",
        "CREATE",
        "DBCC",
        "DEALLOCATE",
        "DECLARE",
        "DELETE",
        "DENY",
        "DISABLE",
        "DROP",
        "ENABLE",
        "EXEC",
        "EXECUTE",
        "GET",
        "GOTO",
        "GRANT",
        "IF",
        "INSERT",
        "INTO",
        "KILL",
        "LOAD",
        "MERGE",
        "MOVE",
        "OPEN",
        "OPENDATASOURCE",
        "OPENQUERY",
        "OPENROWSET",
        "OPTION",
        "PRINT",
        "RAISERROR",
        "READTEXT",
        "RECEIVE",
        "RECONFIGURE",
        "RESTORE",
        "RETURN",
        "REVERT",
        "REVOKE",
        "ROLLBACK",
        "SAVE",
        "SEND",
        "SET",
        "SETUSER",
        "SHUTDOWN",
        "THROW",
        "TRUNCATE",
        "UPDATE",
        "UPDATETEXT",
        "USE",
        "WAITFOR",
        "WHILE",
        "WRITETEXT",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>Why it is none, in words; null for one that is.</summary>
    public static string? Problem(string text)
    {
        var tokens = TransactSqlTokens.Of(text);
        if (!tokens[0].Is("SELECT") && !tokens[0].Is("WITH"))
            return "it does not begin with SELECT or WITH, and a workload that is tried may only read";
        for (var i = 0; i < tokens.Length; i++)
        {
            var token = tokens[i];
            if (token.Kind == TransactSqlTokenKind.Word && Refused.Contains(token.Text))
                return token.Is("OPTION")
                    ? "it has an OPTION of its own, and the settings are given by another"
                    : $"`{token.Text}` may change something, and a workload that is tried may only read; a name stands in brackets";
            // A sequence would be counted up.
            if (token.Is("NEXT") && tokens[i + 1].Is("VALUE"))
                return "`NEXT VALUE` changes a sequence, and a workload that is tried may only read";
            if (token.Is(";"))
                return "it is several statements";
        }

        return null;
    }
}
