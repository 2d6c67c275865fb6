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
