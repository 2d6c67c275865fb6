using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>
/// Looks for queries whose class is final in one policy and still waits for a signal in the other: what waits is
/// narrowed later. A class is final when it stays true whatever comes, and no class above can become true.
/// </summary>
internal sealed class FinalitySearch(ComparedPolicy before, ComparedPolicy after, PairSearch pairs)
{
    /// <summary>Such a query of an old and a new class, or null.</summary>
    public Sample? Find(int old, int @new) =>
        Find(old, @new, (before, old), (after, @new)) ?? Find(old, @new, (after, @new), (before, old));

    private Sample? Find(
        int old,
        int @new,
        (ComparedPolicy Policy, int Class) final,
        (ComparedPolicy Policy, int Class) waiting
    )
    {
        var (stays, above) = (final.Policy.Stays(final.Class), final.Policy.MayBeTakenAbove(final.Class));
        var rivals = waiting.Policy.MayBeTakenAbove(waiting.Class);
        pairs.Look(above.Length + (2 * rivals.Length));
        var area = new PairArea(IsFinal: true, stays, above);
        return pairs.FindInside(old, @new, area.In([.. rivals.Where(Waits)], []))
            ?? pairs.FindInside(old, @new, area.In([Box.Everything], waiting.Policy.Stays(waiting.Class)));
    }

    private bool Waits(Box box) =>
        box.Dimensions.Zip(box.Sets).Any(pair => pair.Second.Intersects(before.Space.Dimensions[pair.First].Pending));
}
