namespace RgPolicy.Plans.Judge;

/// <summary>The repeated side of a nested-loops join.</summary>
internal static class InnerSide
{
    /// <summary>
    /// The operator that reaches a table, below whatever only passes rows on; null if the inner side is
    /// a tree of its own.
    /// </summary>
    public static PlanNode? Access(PlanNode join)
    {
        var node = join.Input(NodeRole.Inner);
        while (node is not null && !Families.IsAccess(node.Kind))
        {
            if (Families.Of(node.Kind) is not (OperatorFamily.Spool or OperatorFamily.Other))
                return null;
            node = OnlyInput(node);
        }

        return node;
    }

    /// <summary>The one input that delivers rows, not addresses.</summary>
    private static PlanNode? OnlyInput(PlanNode node)
    {
        var inputs = node.Children.FindAll(each => each.IsInput && each.Kind != OperatorKind.AddressList);
        return inputs is [var only] ? only : null;
    }

    /// <summary>True for nested loops whose inner side is a look-up in an index.</summary>
    public static bool IsIndexJoin(PlanNode join) =>
        join.Kind == OperatorKind.NestedLoops
        && Access(join) is { Kind: OperatorKind.PointAccess or OperatorKind.IndexRange };

    /// <summary>What a join accesses at random: its hash table, or what its inner side keeps or visits.</summary>
    public static Quantity StructureBytes(PlanNode join)
    {
        var inner = join.Input(NodeRole.Inner);
        var own = join.Structure.Bytes;
        if (inner is null)
            return own;
        if (join.Kind == OperatorKind.HashJoin)
            return inner.Kind == OperatorKind.HashBuild ? own + inner.Structure.Bytes : own;
        if (join.Kind != OperatorKind.NestedLoops)
            return own;
        var access = Access(join);
        var kept = own + inner.Structure.Bytes;
        return access is null || access.Id == inner.Id ? kept : kept + access.Structure.Bytes;
    }
}

/// <summary>
/// What nested loops repeat: for each join the rows that look-ups of its inner side fetch, and the
/// bytes of the pages that they visit. What a further loop inside repeats is that loop's; what is kept
/// in between is not repeated.
/// </summary>
internal static class LoopSides
{
    /// <summary>Notes at every operator which nested loops repeat it, and at these what is repeated.</summary>
    public static void Find(PlanTree tree)
    {
        var nodes = tree.Nodes;
        foreach (var node in nodes)
        {
            if (node.Parent is not int parent)
                continue;
            var above = nodes[parent];
            var isInner = node.Role == NodeRole.Inner && above.Kind == OperatorKind.NestedLoops;
            node.IsRepeated = isInner || above.IsRepeated;
            node.Loop = isInner ? above : LoopAround(node, above);
            if (node.Loop is { } loop)
                Add(loop, node);
        }
    }

    /// <summary>Rows of the inner side: fetched by look-ups, also those that a filter then removed, or delivered by
    /// anything else.</summary>
    public static double Rows(PlanNode join) =>
        Math.Max(join.RowsFetchedInside, join.Input(NodeRole.Inner)?.Rows.OrZero ?? 0);

    /// <summary>Bytes of the inner side: what it keeps, or the pages that it visits.</summary>
    public static double Bytes(PlanNode join) =>
        Math.Max(join.BytesVisitedInside, join.Input(NodeRole.Inner)?.Structure.SideBytes ?? 0);

    private static void Add(PlanNode loop, PlanNode node)
    {
        if (node.Kind == OperatorKind.PointAccess)
            loop.RowsFetchedInside += node.RowsRead.OrZero;
        if (node.Structure.ArePages)
            loop.BytesVisitedInside += node.Structure.SideBytes;
    }

    private static PlanNode? LoopAround(PlanNode node, PlanNode above) =>
        node.Role == NodeRole.Once || above.Kind is OperatorKind.Spool or OperatorKind.HashBuild ? null : above.Loop;
}
