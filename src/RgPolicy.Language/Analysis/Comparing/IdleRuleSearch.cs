using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Looks for queries of a pair of classes that some rules, those further down in the text,
/// leave in their pool.</summary>
internal sealed class IdleRuleSearch(PairSearch pairs)
{
    // Each rule can leave a query alone in several ways, and multiplies those of the others.
    private const int MostWays = 500;

    private int _ways;

    /// <summary>Such a query that shows what is looked for, inside one of some boxes and outside others; null where
    /// there is none.</summary>
    public Sample? Find(
        int old,
        int @new,
        IEnumerable<Box> inside,
        ImmutableArray<Box> outside,
        IReadOnlyList<RuleForm> rules
    )
    {
        _ways = 0;
        pairs.IsDecided &= rules.All(form => form.IsDecided);
        return Find(old, @new, [.. inside], outside, rules, 0);
    }

    private Sample? Find(
        int old,
        int @new,
        List<Box> inside,
        ImmutableArray<Box> outside,
        IReadOnlyList<RuleForm> rules,
        int at
    )
    {
        if (inside.Count == 0)
        {
            return null;
        }

        if (++_ways > MostWays)
        {
            pairs.IsDecided = false;
            return null;
        }

        if (at == rules.Count)
        {
            return pairs.FindInside(old, @new, inside, outside);
        }

        var samples =
            from outcome in rules[at].Acts
            where outcome.Place is null
            select Find(
                old,
                @new,
                [.. BoxMeeting.Of(inside, outcome.Boxes)],
                outside.AddRange(outcome.Except),
                rules,
                at + 1
            );
        return samples.FirstOrDefault(sample => sample is not null);
    }
}
