namespace RgPolicy.Plans;

/// <summary>The kind of a statement; the order is that of the signal <c>statement.kind</c>.</summary>
public enum StatementKind
{
    /// <summary>SELECT, VALUES, TABLE, a WITH that reads.</summary>
    Select,

    /// <summary>INSERT.</summary>
    Insert,

    /// <summary>UPDATE.</summary>
    Update,

    /// <summary>DELETE.</summary>
    Delete,

    /// <summary>MERGE.</summary>
    Merge,

    /// <summary>COPY FROM, BULK INSERT, LOAD DATA, SELECT INTO.</summary>
    BulkLoad,

    /// <summary>CREATE INDEX, REINDEX.</summary>
    IndexBuild,

    /// <summary>VACUUM, ANALYZE, CLUSTER, REFRESH, CHECK, BACKUP.</summary>
    Maintenance,

    /// <summary>SET, SHOW, transactions, definitions.</summary>
    Utility,

    /// <summary>Anything else.</summary>
    Other,
}
