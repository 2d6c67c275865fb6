namespace RgPolicy.Plans.Judge;

/// <summary>The family with the most weighted work.</summary>
internal static class WeightRule
{
    private static readonly (OperatorFamily Family, PlanShape Shape)[] Contestants =
    [
        (OperatorFamily.Scan, PlanShape.Scan),
        (OperatorFamily.Aggregate, PlanShape.Aggregation),
        (OperatorFamily.Join, PlanShape.Join),
        (OperatorFamily.Sort, PlanShape.Sort),
    ];

    public static ShapeVerdict? Judge(PlanTree tree)
    {
        Span<double> sums = stackalloc double[Contestants.Length];
        var total = 0.0;
        foreach (var node in tree.Nodes)
        {
            if (PlaceOf(node) is var place and >= 0)
            {
                sums[place] += node.Weight;
                total += node.Weight;
            }
        }

        if (total <= 0)
            return null;
        var winner = Largest(sums, -1);
        var second = Largest(sums, winner);
        var (first, next) = ((Contestants[winner].Shape, sums[winner]), (Contestants[second].Shape, sums[second]));
        return new(first.Shape, Reason(tree, first, next))
        {
            Share = sums[winner] / total,
            RunnerUp = sums[second] > 0 ? next.Shape : null,
            RunnerUpShare = sums[second] > 0 ? sums[second] / total : null,
        };
    }

    private static int Largest(ReadOnlySpan<double> sums, int except)
    {
        var largest = -1;
        for (var i = 0; i < sums.Length; i++)
        {
            if (i != except && (largest < 0 || sums[i] > sums[largest]))
                largest = i;
        }

        return largest;
    }

    private static int PlaceOf(PlanNode node)
    {
        var family = CountedAs(node);
        for (var i = 0; i < Contestants.Length; i++)
        {
            if (Contestants[i].Family == family)
                return i;
        }

        return -1;
    }

    /// <summary>A look-up that no join pays for is reading, like a scan.</summary>
    private static OperatorFamily CountedAs(PlanNode node)
    {
        var family = Families.Of(node.Kind);
        return family == OperatorFamily.Point ? OperatorFamily.Scan : family;
    }

    private static string Reason(PlanTree tree, (PlanShape Shape, double Weight) winner, (PlanShape Shape, double Weight) second)
    {
        var top = Top(tree, winner.Shape);
        var of = top?.Table is null ? "" : " of ";
        return second.Weight > 0
            ? $"{Plain(winner.Shape)} ({Words.Count(winner.Weight)} weighted rows, most in {top?.Name}{of}{top?.Table}) outweighs {Plain(second.Shape)} ({Words.Count(second.Weight)})"
            : $"{Plain(winner.Shape)} ({Words.Count(winner.Weight)} weighted rows, most in {top?.Name}{of}{top?.Table})";
    }

    private static PlanNode? Top(PlanTree tree, PlanShape shape)
    {
        PlanNode? top = null;
        foreach (var node in tree.Nodes)
        {
            if (PlaceOf(node) is var place and >= 0 && Contestants[place].Shape == shape && (top is null || node.Weight > top.Weight))
                top = node;
        }

        return top;
    }

    private static string Plain(PlanShape shape) => shape switch
    {
        PlanShape.Scan => "reading",
        PlanShape.Aggregation => "grouping",
        PlanShape.Join => "joining",
        _ => "sorting",
    };
}
