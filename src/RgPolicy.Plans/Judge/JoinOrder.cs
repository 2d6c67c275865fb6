namespace RgPolicy.Plans.Judge;

/// <summary>
/// The joins of a plan in the order in which they begin to join: a build side before its probe side, inputs before the join.
/// </summary>
internal static class JoinOrder
{
    public static IReadOnlyList<PlanNode> Of(PlanTree tree)
    {
        var joins = new List<PlanNode>();
        var open = new Stack<(PlanNode Node, bool Entered)>();
        foreach (var root in tree.Roots.Reverse())
            open.Push((root, false));
        while (open.TryPop(out var next))
        {
            if (next.Entered)
            {
                joins.Add(next.Node);
                continue;
            }

            if (Families.IsJoin(next.Node.Kind))
                open.Push((next.Node, true));
            PushChildren(tree, next.Node, open);
        }

        return joins;
    }

    /// <summary>Pushed last is visited first.</summary>
    private static void PushChildren(PlanTree tree, PlanNode node, Stack<(PlanNode Node, bool Entered)> open)
    {
        var order = node.Children.Select(child => tree.Nodes[child]).OrderBy(child => Rank(node, child)).ToList();
        for (var i = order.Count - 1; i >= 0; i--)
            open.Push((order[i], false));
    }

    private static int Rank(PlanNode parent, PlanNode child) => child.Role switch
    {
        NodeRole.Once => 0,
        NodeRole.Inner => parent.Kind == OperatorKind.HashJoin ? 1 : 3,
        NodeRole.PerRow => 4,
        _ => 2,
    };
}
