namespace RgPolicy.Plans.Judge;

/// <summary>
/// The family with the most weighted work. Two that weigh about the same, such as a scan and the join that takes its
/// rows, are told apart by what occupies the cache, which the least change of statistics leaves as it is: what a scan
/// reads passes by, the tables of joins, groups and sorts stay.
/// </summary>
internal static class WeightRule
{
    /// <summary>In a near tie the second family has at least this part of the first one's weight.</summary>
    private const double NearTie = 0.8;

    /// <summary>The shapes, in the order of <see cref="PlaceOf"/>.</summary>
    private static readonly PlanShape[] Shapes =
    [
        PlanShape.Scan,
        PlanShape.Aggregation,
        PlanShape.Join,
        PlanShape.Sort,
    ];

    private static readonly string[] Words = ["reading", "grouping", "joining", "sorting"];

    public static ShapeVerdict? Judge(PlanTree tree)
    {
        Span<double> sums = stackalloc double[Shapes.Length];
        var total = 0.0;
        foreach (var node in tree.Nodes)
        {
            if (PlaceOf(node) is var place and >= 0)
            {
                sums[place] += node.Weight;
                total += node.Weight;
            }
        }

        return total > 0 ? Decide(tree, sums, total) : null;
    }

    private static ShapeVerdict Decide(PlanTree tree, ReadOnlySpan<double> sums, double total)
    {
        var first = Largest(sums, -1);
        var second = Largest(sums, first);
        var (most, less) = (FigureText.Count(sums[first]), FigureText.Count(sums[second]));
        if (sums[second] <= 0 || sums[second] < NearTie * sums[first])
        {
            var beside = sums[second] > 0 ? $" outweighs {Words[second]} ({less})" : "";
            var reason = $"{Words[first]} ({most} weighted rows, most in {TopName(tree, first)}){beside}";
            return Verdict(sums, first, second, total, reason);
        }

        if (SecondDecides(tree, first, second))
            (first, second, most, less) = (second, first, less, most);
        var kept = Kept(tree, first);
        var decides =
            kept > 0
                ? $"the cache holds the {FigureText.Bytes(kept)} that it keeps"
                : "nothing that counts stays in the cache";
        return Verdict(
            sums,
            first,
            second,
            total,
            $"{Words[first]} ({most} weighted rows, most in {TopName(tree, first)}) and {Words[second]} ({less}) weigh "
                + $"about the same; {decides}"
        );
    }

    private static ShapeVerdict Verdict(
        ReadOnlySpan<double> sums,
        int first,
        int second,
        double total,
        string reason
    ) =>
        new(Shapes[first], reason)
        {
            Share = sums[first] / total,
            RunnerUp = sums[second] > 0 ? Shapes[second] : null,
            RunnerUpShare = sums[second] > 0 ? sums[second] / total : null,
        };

    /// <summary>The larger structure decides; where none counts, reading, and without reading the weight.</summary>
    private static bool SecondDecides(PlanTree tree, int first, int second)
    {
        var (ofFirst, ofSecond) = (Kept(tree, first), Kept(tree, second));
        return ofFirst > 0 || ofSecond > 0 ? ofSecond > ofFirst : Shapes[second] == PlanShape.Scan;
    }

    /// <summary>
    /// What the operator with most of a family's work accesses at random, bytes. Nothing for reading; for a merge join
    /// or groups in sorted order, which pass rows on; and for a single operator in the private caches: a scan that
    /// looks its rows up in one small table is a scan.
    /// </summary>
    private static double Kept(PlanTree tree, int place)
    {
        if (Shapes[place] == PlanShape.Scan || Top(tree, place, out var count) is not { } top)
            return 0;
        var bytes = Weights.SideBytes(top);
        return count > 1 || bytes > Weights.LargeSideBytes ? bytes : 0;
    }

    /// <summary>The operator's place among the shapes, or -1. A look-up that no join pays for is reading,
    /// like a scan.</summary>
    private static int PlaceOf(PlanNode node) =>
        Families.Of(node.Kind) switch
        {
            OperatorFamily.Scan or OperatorFamily.Point => 0,
            OperatorFamily.Aggregate => 1,
            OperatorFamily.Join => 2,
            OperatorFamily.Sort => 3,
            _ => -1,
        };

    /// <summary>The operator with most of the work that counts for a shape, or null.</summary>
    /// <param name="tree">The statement's operators.</param>
    /// <param name="place">The shape's place.</param>
    /// <param name="count">Operators whose work counts for it.</param>
    private static PlanNode? Top(PlanTree tree, int place, out int count)
    {
        PlanNode? top = null;
        count = 0;
        foreach (var node in tree.Nodes)
        {
            if (PlaceOf(node) != place || node.Weight <= 0)
                continue;
            count++;
            if (top is null || node.Weight > top.Weight)
                top = node;
        }

        return top;
    }

    private static string TopName(PlanTree tree, int place) =>
        Top(tree, place, out _) switch
        {
            { Table: { } table, Name: var name } => $"{name} of {table}",
            { } top => top.Name,
            null => "",
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
