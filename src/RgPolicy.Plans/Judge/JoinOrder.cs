namespace RgPolicy.Plans.Judge;

/// <summary>
/// The joins of a plan in the order in which they begin to join: a build side before its probe side,
/// inputs before the join.
/// </summary>
internal sealed class JoinOrder
{
    private const int LastRank = 4;

    private readonly List<PlanNode> _joins = [];
    private readonly Stack<(PlanNode Node, bool Entered)> _open = new();

    /// <summary>The joins that start first, at most so many; valid until the next call.</summary>
    public List<PlanNode> First(PlanTree tree, int count)
    {
        _joins.Clear();
        _open.Clear();
        var nodes = tree.Nodes;
        for (var i = nodes.Length - 1; i >= 0; i--)
        {
            if (nodes[i].Parent is null)
                _open.Push((nodes[i], false));
        }

        while (_joins.Count < count && _open.TryPop(out var next))
        {
            if (next.Entered)
                _joins.Add(next.Node);
            else
                Enter(next.Node);
        }

        return _joins;
    }

    /// <summary>Pushed last is visited first; of equal rank, the first child comes first.</summary>
    private void Enter(PlanNode node)
    {
        if (Families.IsJoin(node.Kind))
            _open.Push((node, true));
        for (var rank = LastRank; rank >= 0; rank--)
        {
            for (var i = node.Children.Count - 1; i >= 0; i--)
            {
                if (Rank(node, node.Children[i]) == rank)
                    _open.Push((node.Children[i], false));
            }
        }
    }

    private static int Rank(PlanNode parent, PlanNode child) =>
        child.Role switch
        {
            NodeRole.Once => 0,
            NodeRole.Inner => parent.Kind == OperatorKind.HashJoin ? 1 : 3,
            NodeRole.PerRow => LastRank,
            _ => 2,
        };
}
