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
        return WorkloadText.Read(text, StatementBatch.Places(text));
    }
}
