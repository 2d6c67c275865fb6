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

    public static ShapeVerdict? Judge(PlanTree tree, IReadOnlyList<double> weights)
    {
        var sums = Contestants
            .Select(entry => (entry.Shape, Weight: Sum(tree, weights, entry.Family)))
            .OrderByDescending(entry => entry.Weight)
            .ToList();
        var total = sums.Sum(entry => entry.Weight);
        if (total <= 0)
            return null;
        var (winner, second) = (sums[0], sums[1]);
        return new(winner.Shape, Reason(tree, weights, winner, second))
        {
            Share = winner.Weight / total,
            RunnerUp = second.Weight > 0 ? second.Shape : null,
            RunnerUpShare = second.Weight > 0 ? second.Weight / total : null,
        };
    }

    private static double Sum(PlanTree tree, IReadOnlyList<double> weights, OperatorFamily family)
    {
        var sum = 0.0;
        foreach (var node in tree.Nodes)
        {
            var own = CountedAs(node);
            if (own == family)
                sum += weights[node.Id];
        }

        return sum;
    }

    /// <summary>A look-up that no join pays for is reading, like a scan.</summary>
    private static OperatorFamily CountedAs(PlanNode node)
    {
        var family = Families.Of(node.Kind);
        return family == OperatorFamily.Point ? OperatorFamily.Scan : family;
    }

    private static string Reason(
        PlanTree tree, IReadOnlyList<double> weights, (PlanShape Shape, double Weight) winner, (PlanShape Shape, double Weight) second)
    {
        var work = Describe(tree, weights, winner);
        return second.Weight > 0
            ? $"{work} outweighs {Plain(second.Shape)} ({Words.Count(second.Weight)})"
            : work;
    }

    private static string Describe(PlanTree tree, IReadOnlyList<double> weights, (PlanShape Shape, double Weight) winner)
    {
        var family = Contestants.First(entry => entry.Shape == winner.Shape).Family;
        var top = tree.Nodes.Where(node => CountedAs(node) == family).MaxBy(node => weights[node.Id]);
        var place = top?.Table is { } table ? $" of {table}" : "";
        return $"{Plain(winner.Shape)} ({Words.Count(winner.Weight)} weighted rows, most in {top?.Name}{place})";
    }

    private static string Plain(PlanShape shape) => shape switch
    {
        PlanShape.Scan => "reading",
        PlanShape.Aggregation => "grouping",
        PlanShape.Join => "joining",
        _ => "sorting",
    };
}
