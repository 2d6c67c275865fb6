namespace RgPolicy.Plans.Judge;

/// <summary>What an operator does, whatever its server calls it.</summary>
internal enum OperatorKind
{
    /// <summary>Reads a whole table or partition.</summary>
    TableScan,

    /// <summary>Reads a range of an index, or the index in its order.</summary>
    IndexRange,

    /// <summary>Fetches few rows per execution.</summary>
    PointAccess,

    /// <summary>Collects row addresses for another operator.</summary>
    AddressList,

    /// <summary>Reads data that another system holds.</summary>
    RemoteScan,

    HashJoin,
    MergeJoin,
    NestedLoops,

    /// <summary>Builds the table of a hash join.</summary>
    HashBuild,

    HashAggregate,

    /// <summary>Grouping, distinct or window over sorted input.</summary>
    SortedAggregate,

    /// <summary>An aggregate without groups.</summary>
    ScalarAggregate,

    Sort,
    Exchange,
    Write,

    /// <summary>Keeps rows to read them again.</summary>
    Spool,

    /// <summary>Keeps the answers of a parameterised input.</summary>
    AnswerCache,

    /// <summary>Stops early.</summary>
    Limit,

    /// <summary>Constants, VALUES, generated series: no table.</summary>
    Constant,

    /// <summary>A function whose work the plan does not show.</summary>
    Function,

    /// <summary>Passes rows on, or is not known.</summary>
    Other,
}

/// <summary>Operators to families.</summary>
internal static class Families
{
    public static bool IsAccess(OperatorKind kind) => Of(kind) is OperatorFamily.Scan or OperatorFamily.Point;

    public static bool IsJoin(OperatorKind kind) => Of(kind) == OperatorFamily.Join;

    public static OperatorFamily Of(OperatorKind kind) =>
        kind switch
        {
            OperatorKind.TableScan or OperatorKind.IndexRange or OperatorKind.RemoteScan => OperatorFamily.Scan,
            OperatorKind.PointAccess => OperatorFamily.Point,
            OperatorKind.HashJoin or OperatorKind.MergeJoin or OperatorKind.NestedLoops => OperatorFamily.Join,
            OperatorKind.HashAggregate or OperatorKind.SortedAggregate => OperatorFamily.Aggregate,
            OperatorKind.Sort => OperatorFamily.Sort,
            OperatorKind.Exchange => OperatorFamily.Exchange,
            OperatorKind.Write => OperatorFamily.Write,
            OperatorKind.Spool or OperatorKind.AnswerCache => OperatorFamily.Spool,
            _ => OperatorFamily.Other,
        };
}
