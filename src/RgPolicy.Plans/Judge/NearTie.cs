namespace RgPolicy.Plans.Judge;

/// <summary>
/// Two families that weigh about the same: a scan and the join that takes its rows do so by their
/// nature, and the least change of statistics would turn the statement from one into the other. What occupies the cache
/// decides then, which such changes leave as it is: what a scan reads passes by, the tables of joins,
/// groups and sorts stay.
/// </summary>
internal static class NearTie
{
    /// <summary>The second family has at least this part of the first one's weight.</summary>
    public const double Part = 0.8;

    /// <summary>True when weights alone do not tell the two apart.</summary>
    public static bool Is(Contender first, Contender second) =>
        second.Weight > 0 && second.Weight >= Part * first.Weight;

    /// <summary>The larger structure decides; where none counts, reading, and without reading the weight.</summary>
    /// <param name="tree">The statement's operators.</param>
    /// <param name="first">The family with more weight.</param>
    /// <param name="second">The other one.</param>
    public static bool SecondDecides(PlanTree tree, Contender first, Contender second)
    {
        var (ofFirst, ofSecond) = (Kept(tree, first.Shape), Kept(tree, second.Shape));
        return ofFirst > 0 || ofSecond > 0 ? ofSecond > ofFirst : second.Shape == PlanShape.Scan;
    }

    /// <summary>
    /// What the operator with most of a family's work accesses at random, bytes. Nothing for reading; for a merge join
    /// or groups in sorted order, which pass rows on; and for a single operator in the private caches: a scan that
    /// looks its rows up in one small table is a scan.
    /// </summary>
    public static double Kept(PlanTree tree, PlanShape shape)
    {
        if (shape == PlanShape.Scan || Contest.Top(tree, shape, out var count) is not { } top)
            return 0;
        var bytes = Weights.SideBytes(top);
        return count > 1 || bytes > Weights.LargeSideBytes ? bytes : 0;
    }
}
