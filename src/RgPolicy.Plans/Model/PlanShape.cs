namespace RgPolicy.Plans;

/// <summary>What a DBA would call the statement; the order is that of the signal <c>plan.shape</c>.</summary>
public enum PlanShape
{
    /// <summary>Few rows by point access.</summary>
    Oltp,

    /// <summary>Reading rows in sequence outweighs everything else.</summary>
    Scan,

    /// <summary>Grouping, distinct or window functions outweigh everything else.</summary>
    Aggregation,

    /// <summary>Joining outweighs everything else.</summary>
    Join,

    /// <summary>Sorting outweighs everything else.</summary>
    Sort,

    /// <summary>Writing more than 1,000 rows and more than 10 % of the rows read.</summary>
    Write,

    /// <summary>Loading many rows.</summary>
    BulkLoad,

    /// <summary>Index build, statistics, vacuum, check, backup.</summary>
    Maintenance,

    /// <summary>No table access.</summary>
    Utility,

    /// <summary>A plan was read and tells nothing.</summary>
    Unknown,
}
