using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

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
    /// <param name="old">Its old class.</param>
    /// <param name="new">Its new class.</param>
    /// <param name="first">The rule above, in the old policy.</param>
    /// <param name="second">The rule below, in the old policy.</param>
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
            let both = BoxMeeting.Of(one.Boxes, other.Boxes, area.Inside)
            select _idle.Find(old, @new, both, [.. one.Except, .. other.Except, .. area.Outside], below);
        return samples.FirstOrDefault(sample => sample is not null);
    }
}
