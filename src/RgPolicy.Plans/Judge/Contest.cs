namespace RgPolicy.Plans.Judge;

/// <summary>The families that a statement can be named after, and whose an operator's work is.</summary>
internal static class Contest
{
    /// <summary>The shapes, in the order of their places.</summary>
    public static readonly PlanShape[] Shapes = [PlanShape.Scan, PlanShape.Aggregation, PlanShape.Join, PlanShape.Sort];

    /// <summary>The operator's place among them, or -1. A look-up that no join pays for is reading,
    /// like a scan.</summary>
    public static int PlaceOf(PlanNode node) =>
        Families.Of(node.Kind) switch
        {
            OperatorFamily.Scan or OperatorFamily.Point => 0,
            OperatorFamily.Aggregate => 1,
            OperatorFamily.Join => 2,
            OperatorFamily.Sort => 3,
            _ => -1,
        };

    /// <summary>The operator with most of the work that counts for a shape, or null.</summary>
    /// <param name="tree">The statement's operators.</param>
    /// <param name="shape">One of <see cref="Shapes"/>.</param>
    /// <param name="count">Operators whose work counts for it.</param>
    public static PlanNode? Top(PlanTree tree, PlanShape shape, out int count)
    {
        PlanNode? top = null;
        count = 0;
        foreach (var node in tree.Nodes)
        {
            if (PlaceOf(node) is not (var place and >= 0) || Shapes[place] != shape || node.Weight <= 0)
                continue;
            count++;
            if (top is null || node.Weight > top.Weight)
                top = node;
        }

        return top;
    }
}
