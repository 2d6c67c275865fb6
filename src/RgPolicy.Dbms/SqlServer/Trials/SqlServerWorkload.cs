using RgPolicy.Dbms.SqlServer.Import;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.SqlServer.Trials;

internal static class SqlServerWorkload
{
    /// <summary>Reads the text of a file: queries that end with a semicolon, with names and weights before
    /// them.</summary>
    /// <returns>The workload, or what is wrong: there is no session that may only read, so what could write is
    /// refused here.</returns>
    public static (TrialWorkload? Workload, string? Problem) Read(string text) =>
        WorkloadText.Check(
            WorkloadText.Read(text, SqlDialect.TransactSql),
            query => ReadingQuery.Problem(query) is { } reason ? $": {reason}" : null
        );

    /// <summary>The single query that a text is, with all its literals; null where it is several, has parameters or
    /// may write.</summary>
    public static TrialStatement? ReadWhole(string text)
    {
        return
            TransactSqlTokens.Of(text).All(token => !token.Text.StartsWith('@') && !token.Is("?"))
            && Read(text).Workload is { Statements: [var statement] }
            ? statement
            : null;
    }
}

/// <summary>Whether a text is one query that only reads. Transact-SQL needs no semicolon between statements, so every
/// word that could begin another one, or change something within a query, is refused: the words are reserved, and as
/// names they stand in brackets.</summary>
internal static class ReadingQuery
{
    private static readonly FrozenSet<string> Refused = WordList.AnyCase(
        """
        ADD ALTER BACKUP BEGIN BULK CHECKPOINT CLOSE COMMIT CREATE DBCC DEALLOCATE DECLARE DELETE DENY DISABLE
        DROP ENABLE EXEC EXECUTE GET GOTO GRANT IF INSERT INTO KILL LOAD MERGE MOVE OPEN OPENDATASOURCE
        OPENQUERY OPENROWSET OPTION PRINT RAISERROR READTEXT RECEIVE RECONFIGURE RESTORE RETURN REVERT REVOKE
        ROLLBACK SAVE SEND SET SETUSER SHUTDOWN THROW TRUNCATE UPDATE UPDATETEXT USE WAITFOR WHILE WRITETEXT
        """
    );

    /// <summary>Why it is none, in words; null for one that is.</summary>
    public static string? Problem(string text)
    {
        var tokens = TransactSqlTokens.Of(text);
        if (!tokens[0].Is("SELECT") && !tokens[0].Is("WITH"))
            return "it does not begin with SELECT or WITH, and a workload that is tried may only read";
        for (var i = 0; i < tokens.Length; i++)
        {
            var token = tokens[i];
            if (token.Kind == SqlTokenKind.Word && Refused.Contains(token.Text))
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
