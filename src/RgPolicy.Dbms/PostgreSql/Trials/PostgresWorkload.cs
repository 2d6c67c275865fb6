using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

/// <summary>Reads a workload of a PostgreSQL.</summary>
public static class PostgresWorkload
{
    /// <summary>Reads the text of a file: statements that end with a semicolon, with names and weights before
    /// them.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The workload, or what is wrong.</returns>
    public static (TrialWorkload? Workload, string? Problem) Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var (workload, problem) = WorkloadText.Read(text, StatementBatch.Places(text));
        return workload is null ? (null, problem) : ReadingOnly.Check(workload);
    }

    /// <summary>The single statement that a text is, with all its literals; null where it is several, is cut, has
    /// parameters or may write.</summary>
    /// <param name="text">A text as a server showed it.</param>
    public static TrialStatement? ReadWhole(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var tokens = SqlLexer.Tokens(text);
        return
            tokens.All(token =>
                token.Kind is not (SqlTokenKind.Parameter or SqlTokenKind.Broken) && !token.In(text).SequenceEqual("?")
            ) && Read(text).Workload is { Statements: [var statement] }
            ? statement
            : null;
    }
}
