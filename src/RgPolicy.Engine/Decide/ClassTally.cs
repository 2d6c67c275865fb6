using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Decide;

/// <summary>Counts the queries of each class, by name, so that a change of the policy loses nothing.</summary>
internal sealed class ClassTally
{
    private readonly Dictionary<string, long> _earlier = new(StringComparer.OrdinalIgnoreCase);
    private long[] _counts = [];
    private Policy? _policy;

    /// <summary>Counts a query whose class is final, once for each class that it gets.</summary>
    public void Count(TrackedQuery tracked, Policy policy)
    {
        var index = tracked.Decision.ClassIndex;
        if (tracked.Counted.Index == index && ReferenceEquals(_policy, policy))
            return;

        Follow(policy);
        var name = policy.Classes[index].Name;
        if (!string.Equals(tracked.Counted.Name, name, StringComparison.OrdinalIgnoreCase))
            _counts[index]++;

        tracked.Counted = (index, name);
    }

    /// <summary>The counts of a policy's classes, then of classes that only earlier policies had.</summary>
    public IReadOnlyList<(string Class, long Queries)> Counts(Policy policy)
    {
        Follow(policy);
        var now = policy.Classes.Select((each, index) => (each.Name, _counts[index])).ToList();
        now.AddRange(_earlier.OrderBy(each => each.Key, StringComparer.Ordinal).Select(each => (each.Key, each.Value)));
        return now;
    }

    private void Follow(Policy policy)
    {
        if (ReferenceEquals(_policy, policy))
            return;

        for (var index = 0; _policy is { } before && index < _counts.Length; index++)
            _earlier[before.Classes[index].Name] = _counts[index];

        _policy = policy;
        _counts = new long[policy.Classes.Length];
        for (var index = 0; index < _counts.Length; index++)
            _earlier.Remove(policy.Classes[index].Name, out _counts[index]);
    }
}
