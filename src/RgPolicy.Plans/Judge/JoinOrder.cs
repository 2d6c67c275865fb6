namespace RgPolicy.Plans.Judge;

/// <summary>
/// The joins of a plan in the order in which they begin to join: a build side before its probe side, inputs before the join.
/// </summary>
internal static class JoinOrder
{
    private const int Ranks = 5;

    /// <summary>The joins that start first, at most so many.</summary>
    public static List<PlanNode> First(PlanTree tree, int count)
    {
        var joins = new List<PlanNode>(count);
        if (!HasJoin(tree))
            return joins;
        var open = new Stack<(PlanNode Node, bool Entered)>();
        var nodes = tree.Nodes;
        for (var i = nodes.Length - 1; i >= 0; i--)
        {
            if (nodes[i].Parent is null)
                open.Push((nodes[i], false));
        }

        while (joins.Count < count && open.TryPop(out var next))
            Visit(next.Node, next.Entered, open, joins);
        return joins;
    }

    private static void Visit(PlanNode node, bool entered, Stack<(PlanNode Node, bool Entered)> open, List<PlanNode> joins)
    {
        if (entered)
        {
            joins.Add(node);
            return;
        }

        if (Families.IsJoin(node.Kind))
            open.Push((node, true));
        PushChildren(node, open);
    }

    private static bool HasJoin(PlanTree tree)
    {
        foreach (var node in tree.Nodes)
        {
            if (Families.IsJoin(node.Kind))
                return true;
        }

        return false;
    }

    /// <summary>Pushed last is visited first; of equal rank, the first child comes first.</summary>
    private static void PushChildren(PlanNode node, Stack<(PlanNode Node, bool Entered)> open)
    {
        for (var rank = Ranks - 1; rank >= 0; rank--)
            PushInReverse(node, rank, open);
    }

    private static void PushInReverse(PlanNode node, int rank, Stack<(PlanNode Node, bool Entered)> open)
    {
        PlanNode? only = null;
        List<PlanNode>? more = null;
        foreach (var child in node.Children)
        {
            if (Rank(node, child) != rank)
                continue;
            if (only is null)
                only = child;
            else
                (more ??= []).Add(child);
        }

        for (var i = more is null ? -1 : more.Count - 1; more is not null && i >= 0; i--)
            open.Push((more[i], false));
        if (only is not null)
            open.Push((only, false));
    }

    private static int Rank(PlanNode parent, PlanNode child) => child.Role switch
    {
        NodeRole.Once => 0,
        NodeRole.Inner => parent.Kind == OperatorKind.HashJoin ? 1 : 3,
        NodeRole.PerRow => 4,
        _ => 2,
    };
}
