namespace RgPolicy.Plans.Judge;

/// <summary>
/// The joins of a plan in the order in which they begin to join: a build side before its probe side,
/// inputs before the join.
/// </summary>
internal sealed class JoinOrder
{
    private const int Ranks = 5;

    private readonly List<PlanNode> _joins = [];
    private readonly Stack<(PlanNode Node, bool Entered)> _open = new();

    /// <summary>The joins that start first, at most so many; valid until the next call.</summary>
    public List<PlanNode> First(PlanTree tree, int count)
    {
        _joins.Clear();
        _open.Clear();
        if (!tree.HasAny(Families.Joins))
            return _joins;
        var nodes = tree.Nodes;
        for (var i = nodes.Length - 1; i >= 0; i--)
        {
            if (nodes[i].Parent is null)
                _open.Push((nodes[i], false));
        }

        while (_joins.Count < count && _open.TryPop(out var next))
            Visit(next.Node, next.Entered);
        return _joins;
    }

    private void Visit(PlanNode node, bool entered)
    {
        if (entered)
        {
            _joins.Add(node);
            return;
        }

        if (Families.IsJoin(node.Kind))
            _open.Push((node, true));
        PushChildren(node);
    }

    /// <summary>Pushed last is visited first; of equal rank, the first child comes first.</summary>
    private void PushChildren(PlanNode node)
    {
        if (node.FirstChild is not { } first)
            return;
        if (first.NextSibling is not { } second)
        {
            _open.Push((first, false));
            return;
        }

        if (second.NextSibling is null)
        {
            var isInOrder = Rank(node, first) <= Rank(node, second);
            _open.Push((isInOrder ? second : first, false));
            _open.Push((isInOrder ? first : second, false));
            return;
        }

        for (var rank = Ranks - 1; rank >= 0; rank--)
            PushInReverse(node, rank);
    }

    private void PushInReverse(PlanNode node, int rank)
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
            _open.Push((more[i], false));
        if (only is not null)
            _open.Push((only, false));
    }

    private static int Rank(PlanNode parent, PlanNode child) =>
        child.Role switch
        {
            NodeRole.Once => 0,
            NodeRole.Inner => parent.Kind == OperatorKind.HashJoin ? 1 : 3,
            NodeRole.PerRow => 4,
            _ => 2,
        };
}
