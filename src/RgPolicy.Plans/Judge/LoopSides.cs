namespace RgPolicy.Plans.Judge;

/// <summary>
/// What nested loops repeat: for each join the rows that look-ups of its inner side fetch, and the bytes of the pages that they visit.
/// What a further loop inside repeats is that loop's; what is kept in between is not repeated.
/// </summary>
internal sealed class LoopSides
{
    private readonly double[] _fetched;
    private readonly double[] _bytes;

    private LoopSides(int nodes)
    {
        _fetched = new double[nodes];
        _bytes = new double[nodes];
    }

    /// <summary>Null where a tree has no nested loops.</summary>
    public static LoopSides? Of(PlanTree tree)
    {
        if (!HasLoop(tree))
            return null;
        var sides = new LoopSides(tree.Nodes.Length);
        var owners = new int[tree.Nodes.Length];
        foreach (var node in tree.Nodes)
        {
            owners[node.Id] = Owner(tree, node, owners);
            if (owners[node.Id] >= 0)
                sides.Add(owners[node.Id], node);
        }

        return sides;
    }

    /// <summary>Rows of the inner side: fetched by look-ups, also those that a filter then removed, or delivered by anything else.</summary>
    public double Rows(PlanNode join) => Math.Max(_fetched[join.Id], join.Input(NodeRole.Inner)?.Rows.OrZero ?? 0);

    /// <summary>Bytes of the inner side: what it keeps, or the pages that it visits.</summary>
    public double Bytes(PlanNode join) => Math.Max(_bytes[join.Id], join.Input(NodeRole.Inner)?.Structure.SideBytes ?? 0);

    private void Add(int owner, PlanNode node)
    {
        if (node.Kind == OperatorKind.PointAccess)
            _fetched[owner] += node.RowsRead.OrZero;
        if (node.Structure.Kind == StructureKind.InnerPages)
            _bytes[owner] += node.Structure.SideBytes;
    }

    private static int Owner(PlanTree tree, PlanNode node, int[] owners)
    {
        if (node.Parent is not int parent || node.Role == NodeRole.Once)
            return -1;
        var above = tree.Nodes[parent];
        if (above.Kind == OperatorKind.NestedLoops && node.Role == NodeRole.Inner)
            return parent;
        return above.Kind is OperatorKind.Spool or OperatorKind.HashBuild ? -1 : owners[parent];
    }

    private static bool HasLoop(PlanTree tree)
    {
        foreach (var node in tree.Nodes)
        {
            if (node.Kind == OperatorKind.NestedLoops)
                return true;
        }

        return false;
    }
}
