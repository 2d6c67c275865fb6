using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Looks for queries on which the rules of an old and of a new class act in different ways.</summary>
internal sealed class RuleSearch(ComparedPolicy before, ComparedPolicy after, PairSearch pairs, ChangeList changes)
{
    private const int MostSwaps = 1_000; // Of rules in another order there are as many pairs as their square.

    private readonly RuleOrderSearch _order = new(before, after, pairs);

    public void Compare(int old, int @new)
    {
        ImmutableArray<string> left = [.. before.RulesOf(old)],
            right = [.. after.RulesOf(@new)];
        foreach (var rule in left.Union(right, StringComparer.Ordinal).Where(rule => !changes.Has("rule", rule)))
            Compare(old, @new, rule);

        CompareOrder(old, @new, left, right);
    }

    private void Compare(int old, int @new, string rule)
    {
        // With the same steps it also does the same while a class waits.
        if (before.Form(old, rule, isFinal: true).Text == after.Form(@new, rule, isFinal: true).Text)
            return;

        pairs.IsDecided = true;
        if (
            pairs
                .Areas(old, @new)
                .Select(area => Find(old, @new, rule, area))
                .FirstOrDefault(found => found is not null) is
            { } sample
        )
            changes.Add("rule", rule, What(rule), sample);
        else if (!pairs.IsDecided)
            changes.AddUndecided($"rule {rule}");
    }

    private string What(string rule) =>
        before.Policy.Rules.All(each => each.Name != rule) ? "added"
        : after.Policy.Rules.All(each => each.Name != rule) ? "removed"
        : "acts otherwise";

    private Sample? Find(int old, int @new, string rule, PairArea area)
    {
        var (left, right) = (before.Form(old, rule, area.IsFinal), after.Form(@new, rule, area.IsFinal));
        if (left.Text == right.Text)
            return null;

        pairs.IsDecided &= left.IsDecided && right.IsDecided;
        return Find(old, @new, left.Acts, right.Acts, area) ?? Find(old, @new, left.Cancels, right.Cancels, area);
    }

    private Sample? Find(
        int old,
        int @new,
        ImmutableArray<RuleOutcome> left,
        ImmutableArray<RuleOutcome> right,
        PairArea area
    )
    {
        // What does something else shows a difference; the same done anew is one too, but none that a sample shows.
        var differing = left.SelectMany(one =>
            right.Where(other => one.Key != other.Key).Select(other => (One: one, Other: other))
        );
        return differing
            .OrderBy(pair => pair.One.Action == pair.Other.Action)
            .Select(pair => pairs.FindInside(old, @new, area.In(pair.One).In(pair.Other)))
            .FirstOrDefault(sample => sample is not null);
    }

    /// <summary>Where several rules want a pool, the last in the text has its way.</summary>
    private void CompareOrder(int old, int @new, ImmutableArray<string> left, ImmutableArray<string> right)
    {
        if (changes.Has("order", "of the rules"))
            return;

        var looked = 0;
        foreach (var (first, second) in RuleOrderSearch.Swapped(left, right))
        {
            if (pairs.IsOver || ++looked > MostSwaps)
            {
                changes.AddUndecided("the order of the rules");
                return;
            }

            pairs.IsDecided = true;
            if (_order.Find(old, @new, first, second) is { } sample)
            {
                changes.Add("order", "of the rules", $"{first} and {second}", sample);
                return;
            }

            if (!pairs.IsDecided)
                changes.AddUndecided($"the order of the rules {first} and {second}");
        }
    }
}

/// <summary>
/// Looks for queries for which two rules that changed their order want different pools. The last rule
/// in the text that wants one has its way, so no rule below them may want any.
/// </summary>
internal sealed class RuleOrderSearch(ComparedPolicy before, ComparedPolicy after, PairSearch pairs)
{
    private readonly IdleRuleSearch _idle = new(pairs);

    /// <summary>Rules of both lists that stand the other way round in the second.</summary>
    public static IEnumerable<(string First, string Second)> Swapped(
        ImmutableArray<string> left,
        ImmutableArray<string> right
    )
    {
        var places = right
            .Select((name, place) => (name, place))
            .ToDictionary(each => each.name, each => each.place, StringComparer.Ordinal);
        var common = left.Where(places.ContainsKey).ToList();
        return from first in Enumerable.Range(0, common.Count)
            from second in Enumerable.Range(first + 1, common.Count - first - 1)
            where places[common[first]] > places[common[second]]
            select (common[first], common[second]);
    }

    /// <summary>Such a query; null where there is none or where it was not decided.</summary>
    public Sample? Find(int old, int @new, string first, string second) =>
        pairs
            .Areas(old, @new)
            .Select(area => Find(old, @new, first, second, area))
            .FirstOrDefault(sample => sample is not null);

    private Sample? Find(int old, int @new, string first, string second, PairArea area)
    {
        var (was, @is) = (before.Form(old, second, area.IsFinal), after.Form(@new, first, area.IsFinal));
        var below = before
            .FormsBelow(old, second, area.IsFinal)
            .Concat(after.FormsBelow(@new, first, area.IsFinal))
            .DistinctBy(form => form.Text, StringComparer.Ordinal)
            .ToList();
        pairs.IsDecided &= was.IsDecided && @is.IsDecided;
        var samples =
            from one in was.Acts
            from other in @is.Acts
            where one.Place is { } place && other.Place is { } rival && place != rival
            select _idle.Find(old, @new, area.In(one).In(other), below);
        return samples.FirstOrDefault(sample => sample is not null);
    }
}

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
            return null;

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
