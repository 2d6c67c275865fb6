using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// L3 masks and memory bandwidth by one resctrl group per class of service; other people's groups are never touched.
/// Root makes the groups as they are needed; other users use those that the provisioner handed to them.
/// </summary>
internal sealed class CacheGroups
{
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly IKernelTree _tree;
    private readonly Func<int, PoolLimits?> _limitsOf;

    /// <param name="root">The host.</param>
    /// <param name="journal">Where every group is noted.</param>
    /// <param name="limitsOf">What root allows a pool; null for nothing.</param>
    internal CacheGroups(FileRoot root, JournalFile journal, Func<int, PoolLimits?> limitsOf)
    {
        _limitsOf = limitsOf;
        _root = root;
        _journal = journal;
        _tree = MachineTree.Of(root);
    }

    /// <summary>What all pools wish for, as a part of their change, which holds the lock until it is
    /// disposed; null for nothing.</summary>
    /// <param name="facts">What the processor offers; null without resctrl.</param>
    /// <param name="specs">The pools.</param>
    /// <param name="kept">The groups that pools have now.</param>
    /// <param name="tasksOf">The tasks in a pool.</param>
    /// <param name="granted">What was handed over.</param>
    /// <param name="problems">Where each pool's problems are noted.</param>
    internal CacheChange? Change(
        ResctrlFacts? facts,
        IReadOnlyList<PoolSpec> specs,
        IReadOnlyDictionary<int, CacheGroup> kept,
        Func<int, IEnumerable<int>> tasksOf,
        GrantedGroups granted,
        IReadOnlyDictionary<int, List<string>> problems
    )
    {
        var classes = Classes(facts, specs, kept, granted, problems);
        if (facts is null || (classes.Count == 0 && kept.Count == 0))
            return null;

        var held = CacheLock.Take(_tree);
        var change = new CacheChange(_root, facts, classes, kept, tasksOf, granted, problems, held)
        {
            Wholes = specs.Where(s => s.PartOf is not null).ToDictionary(s => s.Number, s => s.Whole),
        };
        if (held is null)
            change.GiveUp("cache: another program holds the lock of /sys/fs/resctrl");

        return change;
    }

    /// <summary>The masks and the bandwidth in force, such as <c>L3:0=3;1=3</c>, read back; null when
    /// the group is gone.</summary>
    internal static string? ReadBack(FileRoot root, CacheGroup group)
    {
        var text = root.ReadText(group.Directory + "/schemata");
        var lines = CacheValues
            .Parse(text ?? string.Empty)
            .Writes(group.Directory)
            .Select(s => CacheValues.Line(s.Resource, s.After).TrimEnd());
        return text is null ? null : string.Join(' ', lines);
    }

    /// <summary>The CPUs that have them themselves, read back; null for none.</summary>
    internal static string? ReadCpus(FileRoot root, CacheGroup group) =>
        root.ReadTrimmed($"{group.Directory}/{ChangePlanner.CpuFile}") is { Length: > 0 } cpus ? cpus : null;

    internal void Remove(CacheGroup group)
    {
        if (GroupRemover.Remove(_root, group.Directory) == 0)
            _ = _journal.AddRemovedGroup(group.Directory);
    }

    // Pools of one class have the same values: the first that has any says which.
    private List<CacheClass> Classes(
        ResctrlFacts? facts,
        IReadOnlyList<PoolSpec> specs,
        IReadOnlyDictionary<int, CacheGroup> kept,
        GrantedGroups granted,
        IReadOnlyDictionary<int, List<string>> problems
    )
    {
        var classes = new List<CacheClass>();
        var taken = new HashSet<string>(StringComparer.Ordinal);
        // A shared class is never mixed up with a pool's own of the same number.
        foreach (var pools in specs.GroupBy(s => s.ServiceClass ?? -s.Number))
        {
            var number = Math.Abs(pools.Key);
            var values = pools
                .Select(s => CacheRequestResolver.Of(_root, facts, s, _limitsOf(s.Whole), problems[s.Number]))
                .ToArray();
            if (values.FirstOrDefault(v => v is not null) is not { } wished)
                continue;

            var old = pools
                .Select(s => kept.GetValueOrDefault(s.Number)?.Directory)
                .FirstOrDefault(d => d is not null && IsOf(d, number) && !taken.Contains(d) && _root.HasDirectory(d));
            var members = pools.Where((_, i) => values[i] is not null).Select(s => s.Number).ToImmutableArray();
            var named = granted.HasCaches
                ? Given(new CacheClass(number, wished, members, Kept: null) { Cpus = CpusOf(pools) }, granted, problems)
                : Named(
                    new CacheClass(number, wished, members, old) { IsShared = pools.Key > 0, Cpus = CpusOf(pools) },
                    taken
                );
            if (named is not null)
            {
                classes.Add(named);
                taken.Add(named.Directory);
            }
        }

        return classes;
    }

    private static string CpusOf(IEnumerable<PoolSpec> pools) =>
        CpuList.Format(pools.SelectMany(s => s.CacheCpus ?? []));

    // The masks may be root's own: then the group is used as it is.
    private CacheClass? Given(CacheClass one, GrantedGroups granted, IReadOnlyDictionary<int, List<string>> problems)
    {
        if (granted.Caches.GetValueOrDefault(one.Number) is not { } directory || !_root.HasDirectory(directory))
        {
            Note(
                [one],
                problems,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"cache: no resctrl group {one.Number} was handed over by the provisioner"
                )
            );
            return null;
        }

        _ = _journal.AddGroup(directory);
        var schemata = directory + "/schemata";
        if (_tree.MayWrite(schemata))
            return one with { Directory = directory };

        var now = CacheValues.Parse(_root.ReadText(schemata) ?? string.Empty);
        if (one.Values.Writes(directory).Any(w => !now.Missing(w.Resource, w.After).IsEmpty))
        {
            Note(
                [one],
                problems,
                "cache: the masks of this pool are root's, and not those that are wished for "
                    + "(dynamic_masks in the limits file)"
            );
        }

        return one with
        {
            Directory = directory,
            Values = CacheValues.None,
        };
    }

    private static bool IsOf(string directory, int number) =>
        GroupName.Candidates(number).Contains(Path.GetFileName(directory), StringComparer.Ordinal);

    private CacheClass Named(CacheClass one, HashSet<string> taken) =>
        one.Kept is not null
            ? one
            : one with
            {
                Directory =
                    GroupName
                        .Candidates(one.Number)
                        .Select(n => $"{ResctrlFacts.Directory}/{n}")
                        .FirstOrDefault(d => !taken.Contains(d) && !_root.HasDirectory(d))
                    ?? string.Empty,
            };

    private static void Note(
        IEnumerable<CacheClass> classes,
        IReadOnlyDictionary<int, List<string>> problems,
        string problem
    )
    {
        foreach (var pool in classes.SelectMany(c => c.Pools))
            problems[pool].Add(problem);
    }
}
