namespace RgPolicy.Plans;

/// <summary>The families of plan operators (docs: classification).</summary>
public enum OperatorFamily
{
    /// <summary>Sequential access to a base table, index range or column store.</summary>
    Scan,

    /// <summary>Seek or look-up of few rows per execution.</summary>
    Point,

    /// <summary>Join.</summary>
    Join,

    /// <summary>Grouping, distinct, window.</summary>
    Aggregate,

    /// <summary>Sort.</summary>
    Sort,

    /// <summary>Gather, repartition, broadcast.</summary>
    Exchange,

    /// <summary>Insert, update, delete, merge.</summary>
    Write,

    /// <summary>Materialised intermediate rows.</summary>
    Spool,

    /// <summary>Everything else.</summary>
    Other,
}
