namespace RgPolicy.Plans.Judge;

/// <summary>Operators to families.</summary>
internal static class Families
{
    /// <summary>Kinds that join, one bit each.</summary>
    public const uint Joins =
        (1u << (int)OperatorKind.HashJoin)
        | (1u << (int)OperatorKind.MergeJoin)
        | (1u << (int)OperatorKind.NestedLoops);

    private static readonly OperatorFamily[] ByKind = [.. Enum.GetValues<OperatorKind>().Select(Family)];

    public static OperatorFamily Of(OperatorKind kind) => ByKind[(int)kind];

    public static bool IsAccess(OperatorKind kind) => Of(kind) is OperatorFamily.Scan or OperatorFamily.Point;

    public static bool IsJoin(OperatorKind kind) => (Joins & (1u << (int)kind)) != 0;

    private static OperatorFamily Family(OperatorKind kind) =>
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
