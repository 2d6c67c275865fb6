using System.Collections.Immutable;
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
        {
            Compare(old, @new, rule);
        }

        CompareOrder(old, @new, left, right);
    }

    private void Compare(int old, int @new, string rule)
    {
        // With the same steps it also does the same while a class waits.
        if (before.Form(old, rule, isFinal: true).Text == after.Form(@new, rule, isFinal: true).Text)
        {
            return;
        }

        pairs.IsDecided = true;
        if (
            pairs
                .Areas(old, @new)
                .Select(area => Find(old, @new, rule, area))
                .FirstOrDefault(found => found is not null) is
            { } sample
        )
        {
            changes.Add(new StatementChange("rule", rule, What(rule), sample));
        }
        else if (!pairs.IsDecided)
        {
            changes.AddUndecided($"rule {rule}");
        }
    }

    private string What(string rule) =>
        before.Policy.Rules.All(each => each.Name != rule) ? "added"
        : after.Policy.Rules.All(each => each.Name != rule) ? "removed"
        : "acts otherwise";

    private Sample? Find(int old, int @new, string rule, PairArea area)
    {
        var (left, right) = (before.Form(old, rule, area.IsFinal), after.Form(@new, rule, area.IsFinal));
        if (left.Text == right.Text)
        {
            return null;
        }

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
        var samples =
            from pair in differing.OrderBy(pair => pair.One.Action == pair.Other.Action)
            let both = BoxMeeting.Of(pair.One.Boxes, pair.Other.Boxes, area.Inside)
            select pairs.FindInside(old, @new, both, [.. pair.One.Except, .. pair.Other.Except, .. area.Outside]);
        return samples.FirstOrDefault(sample => sample is not null);
    }

    /// <summary>Where several rules want a pool, the last in the text has its way.</summary>
    private void CompareOrder(int old, int @new, ImmutableArray<string> left, ImmutableArray<string> right)
    {
        if (changes.Has("order", "of the rules"))
        {
            return;
        }

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
                changes.Add(new StatementChange("order", "of the rules", $"{first} and {second}", sample));
                return;
            }

            if (!pairs.IsDecided)
            {
                changes.AddUndecided($"the order of the rules {first} and {second}");
            }
        }
    }
}
