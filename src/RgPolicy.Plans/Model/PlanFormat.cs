namespace RgPolicy.Plans;

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
