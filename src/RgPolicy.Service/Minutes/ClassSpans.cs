using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Minutes;

/// <summary>Classes over several minutes or hours.</summary>
internal static class ClassSpans
{
    /// <summary>Each class once, apart by whether the policy was enforced.</summary>
    public static IReadOnlyList<ClassSpan> Merge(IEnumerable<MinuteSpan> spans)
    {
        var merged = new Dictionary<(string Class, bool IsGoverned), ClassSpan>();
        foreach (var each in spans.SelectMany(span => span.Classes))
        {
            if (!merged.TryGetValue((each.Class, each.IsGoverned), out var whole))
            {
                merged[(each.Class, each.IsGoverned)] = whole = new ClassSpan(each.Class, each.IsGoverned);
            }

            whole.Add(each);
        }

        return [.. merged.Values];
    }

    /// <summary>How long the queries of all of them ran.</summary>
    public static DurationHistogram Whole(IEnumerable<ClassSpan> spans)
    {
        var whole = new DurationHistogram();
        foreach (var each in spans)
        {
            each.AddTo(whole);
        }

        return whole;
    }
}
