namespace RgPolicy.Plans.SqlServer;

/// <summary>Properties of a RelOp that are there or not.</summary>
[Flags]
internal enum OperatorFlags
{
    None = 0,
    Parallel = 1,
    Batch = 1 << 1,
    Predicate = 1 << 2,
    SeekPredicates = 1 << 3,
    Ordered = 1 << 4,
    Lookup = 1 << 5,
    ColumnStore = 1 << 6,
    Groups = 1 << 7,
    Output = 1 << 8,

    /// <summary>Reads what another spool keeps.</summary>
    SecondarySpool = 1 << 9,

    /// <summary>Has an object of its own, such as a table or a work table.</summary>
    Object = 1 << 10,
}
