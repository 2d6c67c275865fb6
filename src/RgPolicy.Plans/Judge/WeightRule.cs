using System.Globalization;

namespace RgPolicy.Plans.Judge;

/// <summary>The family with the most weighted work.</summary>
internal static class WeightRule
{
    /// <summary>Reasons are shorter, unless a name in them is very long.</summary>
    private const int UsualReason = 192;

    private static readonly PlanShape[] Contestants = [PlanShape.Scan, PlanShape.Aggregation, PlanShape.Join, PlanShape.Sort];

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
        var (first, next) = (Contestants[winner], Contestants[second]);
        return new(first, Reason(tree, (first, sums[winner]), (next, sums[second])))
        {
            Share = sums[winner] / total,
            RunnerUp = sums[second] > 0 ? next : null,
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

    /// <summary>A look-up that no join pays for is reading, like a scan.</summary>
    private static int PlaceOf(PlanNode node) => Families.Of(node.Kind) switch
    {
        OperatorFamily.Scan or OperatorFamily.Point => 0,
        OperatorFamily.Aggregate => 1,
        OperatorFamily.Join => 2,
        OperatorFamily.Sort => 3,
        _ => -1,
    };

    private static string Reason(PlanTree tree, (PlanShape Shape, double Weight) winner, (PlanShape Shape, double Weight) second)
    {
        var top = Top(tree, winner.Shape);
        var of = top?.Table is null ? "" : " of ";
        var most = new ShortCount(winner.Weight);
        Span<char> room = stackalloc char[UsualReason];
        return second.Weight > 0
            ? string.Create(
                CultureInfo.InvariantCulture, room,
                $"{Plain(winner.Shape)} ({most} weighted rows, most in {top?.Name}{of}{top?.Table}) outweighs {Plain(second.Shape)} ({new ShortCount(second.Weight)})")
            : string.Create(CultureInfo.InvariantCulture, room, $"{Plain(winner.Shape)} ({most} weighted rows, most in {top?.Name}{of}{top?.Table})");
    }

    private static PlanNode? Top(PlanTree tree, PlanShape shape)
    {
        PlanNode? top = null;
        foreach (var node in tree.Nodes)
        {
            if (PlaceOf(node) is var place and >= 0 && Contestants[place] == shape && (top is null || node.Weight > top.Weight))
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
