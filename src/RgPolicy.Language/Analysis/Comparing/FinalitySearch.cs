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
        pairs.Look(final.Policy.Possible.StartOf(final.Class) + (2 * waiting.Policy.Possible.StartOf(waiting.Class)));
        var stays = BoxesOf(final.Policy.Certain.Of(final.Class));
        var above = BoxesOf(final.Policy.Possible.All.AsSpan()[..final.Policy.Possible.StartOf(final.Class)]);
        var rivals = BoxesOf(waiting.Policy.Possible.All.AsSpan()[..waiting.Policy.Possible.StartOf(waiting.Class)])
            .Where(Waits);
        var contested =
            from rival in rivals
            from stay in stays
            let both = rival.Intersect(stay)
            where both is not null
            select both;
        return pairs.FindInside(old, @new, contested, above)
            ?? pairs.FindInside(old, @new, stays, [.. above, .. BoxesOf(waiting.Policy.Certain.Of(waiting.Class))]);
    }

    private bool Waits(Box box)
    {
        for (var place = 0; place < box.Dimensions.Length; place++)
        {
            if (box.Sets[place].Intersects(before.Space.Dimensions[box.Dimensions[place]].Pending))
            {
                return true;
            }
        }

        return false;
    }

    private static List<Box> BoxesOf(ReadOnlySpan<OwnedBox> owned)
    {
        var boxes = new List<Box>(owned.Length);
        foreach (var each in owned)
        {
            boxes.Add(each.Box);
        }

        return boxes;
    }
}
