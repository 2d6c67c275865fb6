using System.Numerics;

namespace RgPolicy.Sidecar.Changing;

/// <summary>
/// Orders a change so that no moment is worse than both ends: what shrinks before what grows, a group's
/// settings before its tasks, tasks out before a group goes. Pure: it reads and writes nothing.
/// </summary>
internal sealed class ChangePlanner
{
    /// <summary>The file of a group that lists its CPUs.</summary>
    internal const string CpuFile = "cpus_list";

    private const string Monitors = "/mon_groups/";
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
    internal ImmutableArray<ChangeOperation> Plan(
        IReadOnlyCollection<CacheGroupState> now,
        IReadOnlyCollection<CacheGroupState> wanted,
        int freeGroups
    )
    {
        var there = now.ToDictionary(g => g.Directory, StringComparer.Ordinal);
        var names = wanted.Select(g => g.Directory).ToHashSet(StringComparer.Ordinal);
        var made = wanted.Where(g => !there.ContainsKey(g.Directory)).ToArray();
        var kept = wanted.Where(g => there.ContainsKey(g.Directory)).ToArray();
        var unwanted = now.Where(g => !names.Contains(g.Directory)).ToArray();

        var places = Places(now);
        var steps = new List<ChangeOperation>();
        steps.AddRange(kept.SelectMany(g => Shrink(there[g.Directory], g)));
        if (made.Length > freeGroups)
            Remove(unwanted, places, steps);

        steps.AddRange(made.SelectMany(Make));
        steps.AddRange(kept.SelectMany(g => Grow(there[g.Directory], g)));
        steps.AddRange(wanted.SelectMany(g => PlaceCpus(there.GetValueOrDefault(g.Directory), g)));
        PlaceMonitors(made.Length > freeGroups ? [.. now.Except(unwanted)] : now, wanted, places, steps);
        MoveIn(_root, places.Keys.Except(wanted.SelectMany(g => g.Tasks)).ToImmutableSortedSet(), places, steps);
        foreach (var group in wanted)
            MoveIn(group.Directory, group.Tasks, places, steps);

        if (made.Length <= freeGroups)
            Remove(unwanted, places, steps);

        return [.. steps];
    }

    private static Dictionary<int, string> Places(IEnumerable<CacheGroupState> groups)
    {
        var places = new Dictionary<int, string>();
        foreach (var group in groups)
        {
            foreach (var task in group.Tasks)
                places[task] = group.Directory;
        }

        return places;
    }

    private static IEnumerable<ChangeOperation> Make(CacheGroupState group) =>
        group.Values.Writes(group.Directory).Prepend(new ChangeOperation(ChangeStepKind.Make, group.Directory));

    // A CPU that one group gets is taken from the other by the kernel; one that no group lists any more
    // is the default group's again.
    private static IEnumerable<ChangeOperation> PlaceCpus(CacheGroupState? now, CacheGroupState wanted)
    {
        var former = now?.Cpus ?? string.Empty;
        if (former != wanted.Cpus)
        {
            yield return new ChangeOperation(ChangeStepKind.Set, wanted.Directory)
            {
                Name = CpuFile,
                Text = wanted.Cpus,
                Former = former,
            };
        }
    }

    private IEnumerable<ChangeOperation> Shrink(CacheGroupState now, CacheGroupState wanted)
    {
        foreach (var (resource, values) in wanted.Values.Resources)
        {
            var before =
                now.Values.Resources.GetValueOrDefault(resource) ?? ImmutableSortedDictionary<int, ulong>.Empty;
            var shrunk = CacheValues.Map(
                values,
                (domain, value) =>
                    before.TryGetValue(domain, out var old)
                    && Common(resource, old, value) is var common
                    && common != old
                        ? common
                        : null
            );
            if (!shrunk.IsEmpty)
                yield return Write(wanted.Directory, resource, shrunk, before);
        }
    }

    private IEnumerable<ChangeOperation> Grow(CacheGroupState now, CacheGroupState wanted)
    {
        foreach (var (resource, values) in wanted.Values.Resources)
        {
            var original =
                now.Values.Resources.GetValueOrDefault(resource) ?? ImmutableSortedDictionary<int, ulong>.Empty;
            var before = CacheValues.Map(
                original,
                (domain, old) => values.TryGetValue(domain, out var value) ? Common(resource, old, value) : old
            );
            var missing = CacheValues.Only(
                values,
                (domain, value) => !before.TryGetValue(domain, out var old) || old != value
            );
            if (!missing.IsEmpty)
                yield return Write(wanted.Directory, resource, missing, before);
        }
    }

    // The largest value that is within both; where a mask would have too few bits the old one stays until it grows.
    private ulong Common(string resource, ulong now, ulong wanted)
    {
        if (!CacheValues.IsMask(resource))
            return Math.Min(now, wanted);

        var both = now & wanted;
        var first = both == 0 ? 0 : BitOperations.TrailingZeroCount(both);
        var isRun = both != 0 && ((both >> first) & ((both >> first) + 1)) == 0;
        return isRun && BitOperations.PopCount(both) >= _leastBits ? both : now;
    }

    /// <summary>The directory of a monitoring group.</summary>
    internal static string Monitor(string directory, string name) => directory + Monitors + name;

    /// <summary>Whether a directory is a monitoring group's.</summary>
    internal static bool IsMonitor(string directory) => directory.Contains(Monitors, StringComparison.Ordinal);

    /// <summary>The class in which a monitoring group is.</summary>
    internal static string ClassOf(string directory) =>
        directory[..directory.IndexOf(Monitors, StringComparison.Ordinal)];

    // One that is elsewhere comes along with its tasks; it is not made anew, for the numbers behind
    // them are slow to become free.
    private static void PlaceMonitors(
        IReadOnlyCollection<CacheGroupState> now,
        IReadOnlyCollection<CacheGroupState> wanted,
        Dictionary<int, string> places,
        List<ChangeOperation> steps
    )
    {
        foreach (var group in wanted)
        {
            foreach (var monitor in group.Monitors)
            {
                var target = Monitor(group.Directory, monitor.Name);
                if (now.FirstOrDefault(g => g.Monitor(monitor.Name) is not null) is not { } origin)
                {
                    steps.Add(new ChangeOperation(ChangeStepKind.Make, target));
                }
                else if (origin.Directory != group.Directory)
                {
                    var tasks = origin.Monitor(monitor.Name)?.Tasks ?? [];
                    steps.Add(
                        new ChangeOperation(ChangeStepKind.Rename, target)
                        {
                            From = Monitor(origin.Directory, monitor.Name),
                            Tasks = tasks,
                        }
                    );
                    foreach (var task in tasks)
                        places[task] = group.Directory;
                }
            }
        }

        foreach (var group in now.Where(g => wanted.Any(w => w.Directory == g.Directory)))
        {
            steps.AddRange(
                group
                    .Monitors.Where(m => wanted.All(w => w.Monitor(m.Name) is null))
                    .Select(m => new ChangeOperation(ChangeStepKind.Remove, Monitor(group.Directory, m.Name)))
            );
        }
    }

    private static ChangeOperation Write(
        string directory,
        string resource,
        ImmutableSortedDictionary<int, ulong> after,
        ImmutableSortedDictionary<int, ulong> before
    ) =>
        new(ChangeStepKind.Write, directory)
        {
            Resource = resource,
            After = after,
            Before = CacheValues.Only(before, (domain, _) => after.ContainsKey(domain)),
        };

    private void Remove(CacheGroupState[] unwanted, Dictionary<int, string> places, List<ChangeOperation> steps)
    {
        foreach (var group in unwanted)
        {
            var left = places.Keys.Where(task => places[task] == group.Directory).ToImmutableSortedSet();
            MoveIn(_root, left, places, steps);
            steps.Add(new ChangeOperation(ChangeStepKind.Remove, group.Directory) { Values = group.Values });
        }
    }

    private void MoveIn(
        string directory,
        ImmutableSortedSet<int> tasks,
        Dictionary<int, string> places,
        List<ChangeOperation> steps
    )
    {
        foreach (
            var origin in tasks
                .GroupBy(t => places.GetValueOrDefault(t, _root), StringComparer.Ordinal)
                .Where(o => o.Key != directory)
        )
            steps.Add(new ChangeOperation(ChangeStepKind.Move, directory) { Tasks = [.. origin], From = origin.Key });

        foreach (var task in tasks)
            places[task] = directory;
    }
}
