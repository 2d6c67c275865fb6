namespace RgPolicy.Plans;

/// <summary>What was read of one plan document.</summary>
/// <param name="Format">The recognised format.</param>
/// <param name="Encoding">How the bytes were decoded, such as <c>utf-8</c>.</param>
/// <param name="Statements">Statements in document order.</param>
/// <param name="Diagnostics">What was wrong.</param>
public sealed record PlanDocument(
    PlanFormat Format,
    string Encoding,
    ImmutableArray<PlanStatement> Statements,
    ImmutableArray<PlanDiagnostic> Diagnostics
)
{
    /// <summary>The first error: something of the document could not be read; null where all of it was.</summary>
    public PlanDiagnostic? Damage => Diagnostics.FirstOrDefault(each => each.Severity == "error");
}

/// <summary>Something that was wrong with a document; line and column from 1, 0 where they are not known.</summary>
public sealed record PlanDiagnostic(string Code, string Severity, int Line, int Column, string Message);

/// <summary>The formats of plan documents.</summary>
public enum PlanFormat
{
    /// <summary>Nothing that could be recognised.</summary>
    Unrecognised,

    /// <summary>SQL Server's Showplan XML.</summary>
    ShowplanXml,

    /// <summary>PostgreSQL EXPLAIN (FORMAT JSON).</summary>
    PostgresJson,

    /// <summary>PostgreSQL EXPLAIN as text.</summary>
    PostgresText,

    /// <summary>MySQL EXPLAIN FORMAT=JSON.</summary>
    MySqlJson,

    /// <summary>MySQL EXPLAIN FORMAT=TREE.</summary>
    MySqlTree,

    /// <summary>MariaDB EXPLAIN or ANALYZE FORMAT=JSON.</summary>
    MariaDbJson,
}
