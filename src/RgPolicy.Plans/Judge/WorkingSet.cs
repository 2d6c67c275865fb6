namespace RgPolicy.Plans.Judge;

/// <summary>
/// The largest sum of structures that are alive at the same time. Two sums per operator, children first: the peak while
/// its subtree runs, and what is still held while it delivers rows. A blocking operator ends the pipeline below it.
/// </summary>
internal static class WorkingSet
{
    /// <summary>The peak of a size that operators have.</summary>
    public static Quantity Peak(PlanTree tree, Func<PlanNode, Quantity> measure)
    {
        if (!tree.HasStructures)
            return new(0, tree.Basis);
        Quantity peak = default;
        var nodes = tree.Nodes;
        for (var i = nodes.Length - 1; i >= 0; i--)
        {
            Fold(nodes[i], measure(nodes[i]));
            if (nodes[i].Parent is null)
                peak = Quantity.Max(nodes[i].Peak, peak);
        }

        return peak with
        {
            Provenance = Quantity.Worse(peak.Provenance, tree.Basis),
        };
    }

    private static void Fold(PlanNode node, Quantity own)
    {
        if (own == default && OnlyPasses(node))
        {
            (node.Peak, node.Held) = Of(node.Children is [var only] ? only : null);
            return;
        }

        var (peak, held) = InputsOf(node);
        if (OwnsHashTable(node))
        {
            (peak, held) = BuildHereThenProbe(node, own);
        }
        else if (IsBlocking(node.Kind))
        {
            peak = Quantity.Max(peak, held + own);
            held = own;
        }
        else
        {
            held += own;
            peak = Quantity.Max(peak, held);
        }

        (node.Peak, node.Held) = WithSubPlans(node, peak, held);
    }

    /// <summary>True for most operators: what is below is alive while it delivers rows, and nothing else.</summary>
    private static bool OnlyPasses(PlanNode node)
    {
        if (node.Children.Count == 0)
            return true;
        return node.Children is [{ Role: NodeRole.Outer or NodeRole.Member }]
            && !Families.IsJoin(node.Kind)
            && !IsBlocking(node.Kind);
    }

    private static (Quantity Peak, Quantity Held) InputsOf(PlanNode node) =>
        node.Kind switch
        {
            OperatorKind.HashJoin => BuildThenProbe(node),
            OperatorKind.NestedLoops or OperatorKind.MergeJoin => Interleaved(node),
            _ => OneAfterTheOther(node),
        };

    private static (Quantity Peak, Quantity Held) BuildThenProbe(PlanNode node)
    {
        var build = Of(node.Input(NodeRole.Inner));
        var probe = Of(node.Input(NodeRole.Outer));
        return (Quantity.Max(build.Peak, build.Held + probe.Peak), build.Held + probe.Held);
    }

    /// <summary>A hash join whose table is its own: the build side has ended when the probe side begins.</summary>
    private static (Quantity Peak, Quantity Held) BuildHereThenProbe(PlanNode node, Quantity own)
    {
        var build = Of(node.Input(NodeRole.Inner));
        var probe = Of(node.Input(NodeRole.Outer));
        var building = Quantity.Max(build.Peak, build.Held + own);
        return (Quantity.Max(building, own + probe.Peak), own + probe.Held);
    }

    private static bool OwnsHashTable(PlanNode node) =>
        node.Kind == OperatorKind.HashJoin && node.Input(NodeRole.Inner) is not { Kind: OperatorKind.HashBuild };

    private static (Quantity Peak, Quantity Held) Interleaved(PlanNode node)
    {
        var outer = Of(node.Input(NodeRole.Outer));
        var inner = Of(node.Input(NodeRole.Inner));
        return (Quantity.Max(outer.Peak, outer.Held + inner.Peak), outer.Held + inner.Held);
    }

    private static (Quantity Peak, Quantity Held) OneAfterTheOther(PlanNode node)
    {
        Quantity peak = default,
            held = default;
        foreach (var child in node.Children)
        {
            if (!child.IsInput)
                continue;
            peak = Quantity.Max(peak, child.Peak);
            held = Quantity.Max(held, child.Held);
        }

        return (peak, held);
    }

    /// <summary>What runs once has ended before its parent begins; what runs per row adds to what the
    /// operator holds.</summary>
    private static (Quantity Peak, Quantity Held) WithSubPlans(PlanNode node, Quantity peak, Quantity held)
    {
        foreach (var child in node.Children)
        {
            if (child.Role == NodeRole.Once)
            {
                peak = Quantity.Max(child.Peak, peak);
            }
            else if (child.Role == NodeRole.PerRow)
            {
                peak = Quantity.Max(peak, held + child.Peak);
                held += child.Held;
            }
        }

        return (peak, held);
    }

    private static (Quantity Peak, Quantity Held) Of(PlanNode? node) => node is null ? default : (node.Peak, node.Held);

    /// <summary>True for operators that take all their input before they deliver a row.</summary>
    private static bool IsBlocking(OperatorKind kind) =>
        kind
            is OperatorKind.HashBuild
                or OperatorKind.HashAggregate
                or OperatorKind.Sort
                or OperatorKind.Spool
                or OperatorKind.ScalarAggregate;
}
