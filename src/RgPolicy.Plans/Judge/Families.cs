namespace RgPolicy.Plans.Judge;

/// <summary>Operators to families.</summary>
internal static class Families
{
    public static OperatorFamily Of(OperatorKind kind) => kind switch
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

    public static bool IsAccess(OperatorKind kind) => Of(kind) is OperatorFamily.Scan or OperatorFamily.Point;

    public static bool IsJoin(OperatorKind kind) => Of(kind) == OperatorFamily.Join;
}
