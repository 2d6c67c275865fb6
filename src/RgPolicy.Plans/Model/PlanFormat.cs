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

    /// <summary>MySQL EXPLAIN FORMAT=JSON.</summary>
    MySqlJson,

    /// <summary>MariaDB EXPLAIN or ANALYZE FORMAT=JSON.</summary>
    MariaDbJson,
}
