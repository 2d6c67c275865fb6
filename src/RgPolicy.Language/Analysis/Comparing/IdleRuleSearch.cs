using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Looks for queries of a pair of classes that some rules, those further down in the text,
/// leave in their pool.</summary>
internal sealed class IdleRuleSearch(PairSearch pairs)
{
    // Each rule can leave a query alone in several ways, and multiplies those of the others.
    private const int MostWays = 500;

    private int _ways;

    /// <summary>Such a query of an area that shows what is looked for; null where there is none.</summary>
    public Sample? Find(int old, int @new, PairArea area, IReadOnlyList<RuleForm> rules)
    {
        _ways = 0;
        pairs.IsDecided &= rules.All(form => form.IsDecided);
        return Find(old, @new, area, rules, 0);
    }

    private Sample? Find(int old, int @new, PairArea area, IReadOnlyList<RuleForm> rules, int at)
    {
        var inside = area.Inside.ToList();
        if (inside.Count == 0)
        {
            return null;
        }

        if (++_ways > MostWays)
        {
            pairs.IsDecided = false;
            return null;
        }

        area = area with { Inside = inside };
        return at == rules.Count
            ? pairs.FindInside(old, @new, area)
            : rules[at]
                .Acts.Where(outcome => outcome.Place is null)
                .Select(outcome => Find(old, @new, area.In(outcome), rules, at + 1))
                .FirstOrDefault(sample => sample is not null);
    }
}
