namespace RgPolicy.Plans.Judge;

/// <summary>The family with the most weighted work; where two weigh about the same, what occupies the
/// cache decides.</summary>
internal static class WeightRule
{
    public static ShapeVerdict? Judge(PlanTree tree)
    {
        Span<double> sums = stackalloc double[Contest.Shapes.Length];
        var total = 0.0;
        foreach (var node in tree.Nodes)
        {
            if (Contest.PlaceOf(node) is var place and >= 0)
            {
                sums[place] += node.Weight;
                total += node.Weight;
            }
        }

        return total > 0 ? Decide(tree, sums, total) : null;
    }

    private static ShapeVerdict Decide(PlanTree tree, ReadOnlySpan<double> sums, double total)
    {
        var winner = Largest(sums, -1);
        var second = Largest(sums, winner);
        var (first, next) = (
            new Contender(Contest.Shapes[winner], sums[winner]),
            new Contender(Contest.Shapes[second], sums[second])
        );
        if (!NearTie.Is(first, next))
            return Verdict(first, next, total, WeightReason.Clear(tree, first, next));
        var (chosen, other) = NearTie.SecondDecides(tree, first, next) ? (next, first) : (first, next);
        return Verdict(chosen, other, total, WeightReason.Close(tree, chosen, other));
    }

    private static ShapeVerdict Verdict(Contender winner, Contender second, double total, string reason) =>
        new(winner.Shape, reason)
        {
            Share = winner.Weight / total,
            RunnerUp = second.Weight > 0 ? second.Shape : null,
            RunnerUpShare = second.Weight > 0 ? second.Weight / total : null,
        };

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
}
