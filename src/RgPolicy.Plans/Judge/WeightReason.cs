using System.Globalization;

namespace RgPolicy.Plans.Judge;

/// <summary>Why weighted work gives a statement its name, in words for a DBA.</summary>
internal static class WeightReason
{
    /// <summary>Reasons are shorter, unless a name in them is very long.</summary>
    private const int Usual = 256;

    /// <summary>One family has clearly more.</summary>
    public static string Clear(PlanTree tree, Contender winner, Contender second)
    {
        var (top, of) = Top(tree, winner.Shape);
        var (first, most) = (Plain(winner.Shape), new ShortCount(winner.Weight));
        Span<char> room = stackalloc char[Usual];
        return second.Weight > 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                room,
                $"{first} ({most} weighted rows, most in {top?.Name}{of}{top?.Table}) outweighs {Plain(second.Shape)} "
                    + $"({new ShortCount(second.Weight)})"
            )
            : string.Create(
                CultureInfo.InvariantCulture,
                room,
                $"{first} ({most} weighted rows, most in {top?.Name}{of}{top?.Table})"
            );
    }

    /// <summary>Two weigh about the same.</summary>
    public static string Close(PlanTree tree, Contender chosen, Contender other)
    {
        var (top, of) = Top(tree, chosen.Shape);
        var (first, most) = (Plain(chosen.Shape), new ShortCount(chosen.Weight));
        var (second, less) = (Plain(other.Shape), new ShortCount(other.Weight));
        var decides = Decides(tree, chosen);
        Span<char> room = stackalloc char[Usual];
        return string.Create(
            CultureInfo.InvariantCulture,
            room,
            $"{first} ({most} weighted rows, most in {top?.Name}{of}{top?.Table}) and {second} ({less}) weigh about "
                + $"the same; {decides}"
        );
    }

    private static string Decides(PlanTree tree, Contender chosen)
    {
        var kept = NearTie.Kept(tree, chosen.Shape);
        return kept > 0
            ? $"the cache holds the {FigureText.Bytes(kept)} that it keeps"
            : "nothing that counts stays in the cache";
    }

    private static (PlanNode? Top, string Of) Top(PlanTree tree, PlanShape shape)
    {
        var top = Contest.Top(tree, shape, out _);
        return (top, top?.Table is null ? "" : " of ");
    }

    private static string Plain(PlanShape shape) =>
        shape switch
        {
            PlanShape.Scan => "reading",
            PlanShape.Aggregation => "grouping",
            PlanShape.Join => "joining",
            _ => "sorting",
        };
}
