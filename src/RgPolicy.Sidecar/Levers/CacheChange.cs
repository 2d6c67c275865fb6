using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Changing;

namespace RgPolicy.Sidecar.Levers;

/// <summary>The part of a change that is about resctrl.</summary>
internal sealed class CacheChange : IChangePart, IDisposable
{
    private readonly FileRoot _root;
    private readonly ResctrlFacts _facts;
    private readonly ChangePlanner _planner;
    private readonly List<CacheClass> _classes;
    private readonly IReadOnlyDictionary<int, CacheGroup> _kept;
    private readonly Func<int, IEnumerable<int>> _tasksOf;
    private readonly GrantedGroups _granted;
    private readonly IReadOnlyDictionary<int, List<string>> _problems;
    private readonly IDisposable? _lock;
    private bool _isGivenUp;
    private readonly bool _hasMonitors;

    /// <param name="root">The host.</param>
    /// <param name="facts">What the processor offers.</param>
    /// <param name="classes">The classes that are wished for.</param>
    /// <param name="kept">The groups that pools have now.</param>
    /// <param name="tasksOf">The tasks in a pool.</param>
    /// <param name="granted">What was handed over.</param>
    /// <param name="problems">Where each pool's problems are noted.</param>
    /// <param name="held">The lock, if it could be had.</param>
    internal CacheChange(
        FileRoot root,
        ResctrlFacts facts,
        List<CacheClass> classes,
        IReadOnlyDictionary<int, CacheGroup> kept,
        Func<int, IEnumerable<int>> tasksOf,
        GrantedGroups granted,
        IReadOnlyDictionary<int, List<string>> problems,
        IDisposable? held
    )
    {
        _root = root;
        _facts = facts;
        _planner = new ChangePlanner(CacheHome.Directory(root), facts.LeastBits);
        _classes = classes;
        _kept = kept;
        _tasksOf = tasksOf;
        _granted = granted;
        _problems = problems;
        _lock = held;
        _hasMonitors = root.HasDirectory(ResctrlFacts.Directory + "/mon_groups");
    }

    /// <summary>The pool of each part of one.</summary>
    internal IReadOnlyDictionary<int, int> Wholes { get; init; } = ImmutableDictionary<int, int>.Empty;

    /// <summary>Each pool's group, once the change is carried out; those of before when it was given up.</summary>
    internal Dictionary<int, CacheGroup> Groups()
    {
        var groups = new Dictionary<int, CacheGroup>();
        foreach (var pool in _isGivenUp ? _problems.Keys.Where(_kept.ContainsKey) : [])
            groups[pool] = _kept[pool];

        foreach (var one in _isGivenUp ? [] : _classes)
        {
            foreach (var pool in one.Pools)
            {
                groups[pool] = new CacheGroup(Path.GetFileName(one.Directory), one.Directory)
                {
                    Monitor = IfThere(one.Directory, Monitor(one, pool)),
                };
            }
        }

        return groups;
    }

    public IEnumerable<ChangeOperation> Plan()
    {
        if (_isGivenUp)
            return [];

        var now = WithGiven(Now());
        CacheGroupState[] wanted =
        [
            .. _classes.Select(c => new CacheGroupState(
                c.Directory,
                c.Values,
                [.. Members(c).Where(_kept.ContainsKey).SelectMany(_tasksOf)]
            )
            {
                Monitors = Monitors(c.Pools, pool => Monitor(c, pool)),
                Cpus = c.Cpus,
            }),
        ];
        var free =
            _facts.ClosIds
            - 1
            - _root.DirectoryNames(ResctrlFacts.Directory).Count(n => n is not ("info" or "mon_data" or "mon_groups"));
        return _planner.Plan(now, WithEmpty(wanted, now), free);
    }

    public bool LeaveOut(ChangeOperation failed, ChangeOutcome outcome)
    {
        if (!failed.Directory.StartsWith(ResctrlFacts.Directory, StringComparison.Ordinal))
            return false;

        var problem = "cache: " + outcome.Problem;
        if (_classes.Find(c => c.Directory == failed.Directory) is not { } one)
        {
            GiveUp(problem);
            return true;
        }

        Note([one], problem);
        _classes.Remove(one);
        return true;
    }

    /// <summary>Leaves everything as it is.</summary>
    internal void GiveUp(string problem)
    {
        Note(_classes, problem);
        _isGivenUp = true;
    }

    public void Dispose() => _lock?.Dispose();

    // A part without a class of its own is in that of its pool: without a place its tasks would get every way.
    private IEnumerable<int> Members(CacheClass one) =>
        one.Pools.Concat(
            Wholes
                .Where(part => one.Pools.Contains(part.Value) && !_classes.Exists(c => c.Pools.Contains(part.Key)))
                .Select(part => part.Key)
        );

    private CacheGroupState[] Now() =>
        [
            .. _kept
                .Keys.GroupBy(pool => _kept[pool].Directory, StringComparer.Ordinal)
                .Where(g => _root.HasDirectory(g.Key))
                .Select(g => State(g.Key, g.SelectMany(_tasksOf)) with { Monitors = Monitors(g, NowOf) }),
        ];

    private string Monitor(CacheClass one, int pool) =>
        _hasMonitors && one.IsShared ? GroupName.Candidates(pool).First() : string.Empty;

    private string NowOf(int pool) => IfThere(_kept[pool].Directory, _kept[pool].Monitor);

    private string IfThere(string directory, string monitor) =>
        monitor.Length > 0 && _root.HasDirectory(ChangePlanner.Monitor(directory, monitor)) ? monitor : string.Empty;

    private ImmutableArray<MonitorState> Monitors(IEnumerable<int> pools, Func<int, string> nameOf)
    {
        var monitors = ImmutableArray.CreateBuilder<MonitorState>();
        foreach (var pool in pools)
        {
            if (nameOf(pool) is { Length: > 0 } name)
                monitors.Add(new MonitorState(name, [.. _tasksOf(pool)]));
        }

        return monitors.ToImmutable();
    }

    // Groups that were handed over are always there: they are neither made nor removed.
    private List<CacheGroupState> WithGiven(CacheGroupState[] now)
    {
        var all = new List<CacheGroupState>(now);
        foreach (var (number, directory) in _granted.Caches)
        {
            if (number != 0 && Array.TrueForAll(now, g => g.Directory != directory) && _root.HasDirectory(directory))
                all.Add(State(directory, []));
        }

        return all;
    }

    private CacheGroupState State(string directory, IEnumerable<int> tasks) =>
        new(directory, CacheValues.Parse(_root.ReadText(directory + "/schemata") ?? string.Empty), [.. tasks])
        {
            Cpus = _root.ReadTrimmed($"{directory}/{ChangePlanner.CpuFile}") ?? string.Empty,
        };

    private CacheGroupState[] WithEmpty(CacheGroupState[] wanted, List<CacheGroupState> now) =>
        !_granted.HasCaches
            ? wanted
            :
            [
                .. wanted,
                .. now.Where(g => wanted.All(w => w.Directory != g.Directory))
                    .Select(g => new CacheGroupState(g.Directory, CacheValues.None, [])),
            ];

    private void Note(IEnumerable<CacheClass> classes, string problem)
    {
        foreach (var pool in classes.SelectMany(c => c.Pools))
            _problems[pool].Add(problem);
    }
}
