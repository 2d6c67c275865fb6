using System.Collections.Immutable;
using System.Numerics;

namespace RgPolicy.Sidecar.Changing;

/// <summary>
/// Orders a change so that no moment is worse than both ends: what shrinks before what grows, a group's settings before its
/// tasks, tasks out before a group goes. Pure: it reads and writes nothing.
/// </summary>
internal sealed class ChangePlanner
{
    private readonly string _root;
    private readonly int _leastBits;

    /// <param name="root">The default group's directory.</param>
    /// <param name="leastBits">Least bits of a mask: a mask on its way may not have fewer.</param>
    internal ChangePlanner(string root, int leastBits)
    {
        _root = root;
        _leastBits = Math.Max(1, leastBits);
    }

    /// <summary>The steps from what is to what is wanted; none when nothing differs.</summary>
    /// <param name="now">Our groups as they are.</param>
    /// <param name="wanted">Our groups as they are to be; one that is not named goes.</param>
    /// <param name="freeGroups">How many groups can still be made.</param>
    internal ImmutableArray<CacheStep> Plan(
        IReadOnlyCollection<CacheGroupState> now, IReadOnlyCollection<CacheGroupState> wanted, int freeGroups)
    {
        var there = now.ToDictionary(g => g.Directory, StringComparer.Ordinal);
        var names = wanted.Select(g => g.Directory).ToHashSet(StringComparer.Ordinal);
        var made = wanted.Where(g => !there.ContainsKey(g.Directory)).ToArray();
        var kept = wanted.Where(g => there.ContainsKey(g.Directory)).ToArray();
        var unwanted = now.Where(g => !names.Contains(g.Directory)).ToArray();

        var places = now.SelectMany(g => g.Tasks.Select(t => (Task: t, g.Directory))).ToDictionary(p => p.Task, p => p.Directory);
        var steps = new List<CacheStep>();
        steps.AddRange(kept.SelectMany(g => Shrink(there[g.Directory], g)));
        if (made.Length > freeGroups)
        {
            Remove(unwanted, places, steps);
        }

        steps.AddRange(made.SelectMany(Make));
        steps.AddRange(kept.SelectMany(g => Grow(there[g.Directory], g)));
        MoveIn(_root, places.Keys.Except(wanted.SelectMany(g => g.Tasks)).ToImmutableSortedSet(), places, steps);
        foreach (var group in wanted)
        {
            MoveIn(group.Directory, group.Tasks, places, steps);
        }

        if (made.Length <= freeGroups)
        {
            Remove(unwanted, places, steps);
        }

        return [.. steps];
    }

    private static IEnumerable<CacheStep> Make(CacheGroupState group) => group.Values.Resources
        .Select(r => new CacheStep(CacheStepKind.Write, group.Directory) { Resource = r.Key, After = r.Value })
        .Prepend(new CacheStep(CacheStepKind.Make, group.Directory));

    private IEnumerable<CacheStep> Shrink(CacheGroupState now, CacheGroupState wanted)
    {
        foreach (var (resource, values) in wanted.Values.Resources)
        {
            var before = now.Values.Resources.GetValueOrDefault(resource) ?? ImmutableSortedDictionary<int, ulong>.Empty;
            var shrunk = now.Values.Missing(resource, values)
                .Where(w => before.ContainsKey(w.Key))
                .Select(w => KeyValuePair.Create(w.Key, Common(resource, before[w.Key], w.Value)))
                .Where(w => w.Value != before[w.Key])
                .ToImmutableSortedDictionary();
            if (!shrunk.IsEmpty)
            {
                yield return Write(wanted.Directory, resource, shrunk, before);
            }
        }
    }

    private IEnumerable<CacheStep> Grow(CacheGroupState now, CacheGroupState wanted)
    {
        foreach (var (resource, values) in wanted.Values.Resources)
        {
            var original = now.Values.Resources.GetValueOrDefault(resource) ?? ImmutableSortedDictionary<int, ulong>.Empty;
            var before = original.Select(o => values.TryGetValue(o.Key, out var value)
                ? KeyValuePair.Create(o.Key, Common(resource, o.Value, value)) : o).ToImmutableSortedDictionary();
            var missing = values.Where(w => !before.TryGetValue(w.Key, out var value) || value != w.Value).ToImmutableSortedDictionary();
            if (!missing.IsEmpty)
            {
                yield return Write(wanted.Directory, resource, missing, before);
            }
        }
    }

    // The largest value that is within both; where a mask would have too few bits the old one stays until it grows.
    private ulong Common(string resource, ulong now, ulong wanted)
    {
        if (!CacheValues.IsMask(resource))
        {
            return Math.Min(now, wanted);
        }

        var both = now & wanted;
        var first = both == 0 ? 0 : BitOperations.TrailingZeroCount(both);
        var isRun = both != 0 && ((both >> first) & ((both >> first) + 1)) == 0;
        return isRun && BitOperations.PopCount(both) >= _leastBits ? both : now;
    }

    private static CacheStep Write(
        string directory, string resource, ImmutableSortedDictionary<int, ulong> after, ImmutableSortedDictionary<int, ulong> before) =>
        new(CacheStepKind.Write, directory)
        {
            Resource = resource,
            After = after,
            Before = before.Where(b => after.ContainsKey(b.Key)).ToImmutableSortedDictionary(),
        };

    private void Remove(CacheGroupState[] unwanted, Dictionary<int, string> places, List<CacheStep> steps)
    {
        foreach (var group in unwanted)
        {
            var left = places.Where(p => p.Value == group.Directory).Select(p => p.Key).ToImmutableSortedSet();
            MoveIn(_root, left, places, steps);
            steps.Add(new CacheStep(CacheStepKind.Remove, group.Directory) { Values = group.Values });
        }
    }

    private void MoveIn(string directory, ImmutableSortedSet<int> tasks, Dictionary<int, string> places, List<CacheStep> steps)
    {
        foreach (var origin in tasks.GroupBy(t => places.GetValueOrDefault(t, _root), StringComparer.Ordinal).Where(o => o.Key != directory))
        {
            steps.Add(new CacheStep(CacheStepKind.Move, directory) { Tasks = [.. origin], From = origin.Key });
        }

        foreach (var task in tasks)
        {
            places[task] = directory;
        }
    }
}
