using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Host.Levers;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>The part of a change that is about cpu cgroups, children of the cgroup in which the DBMS's
/// main process is.</summary>
internal sealed class CpuChange : IChangePart
{
    private const int MostRaces = 9;
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly CgroupHierarchy _hierarchy;
    private readonly Action<int, string> _note;
    private readonly List<CpuPool> _pools;
    private readonly Dictionary<int, CpuRequest> _planned = [];
    private bool _mayLimitCpus;
    private int _races;

    /// <param name="root">The host.</param>
    /// <param name="journal">Where everything that is made is noted.</param>
    /// <param name="hierarchy">Where the server is.</param>
    /// <param name="pools">What is wished for.</param>
    /// <param name="note">Takes a pool's number and what it cannot have.</param>
    internal CpuChange(
        FileRoot root,
        JournalFile journal,
        CgroupHierarchy hierarchy,
        IEnumerable<CpuPool> pools,
        Action<int, string> note
    )
    {
        _root = root;
        _journal = journal;
        _hierarchy = hierarchy;
        _note = note;
        _pools = [.. pools];
        _mayLimitCpus =
            hierarchy.Version == 2 && Words("cgroup.controllers").Contains("cpuset", StringComparer.Ordinal);
    }

    /// <summary>Each pool's group, once the change is carried out.</summary>
    internal Dictionary<int, CpuGroup> Groups()
    {
        var groups = new Dictionary<int, CpuGroup>();
        var hasCpuSet =
            _hierarchy.Version == 2 && Words("cgroup.subtree_control").Contains("cpuset", StringComparer.Ordinal);
        foreach (var (pool, request) in _planned)
        {
            if (_root.HasDirectory(request.Directory))
            {
                var path =
                    $"{(_hierarchy.Path == "/" ? string.Empty : _hierarchy.Path)}/{Path.GetFileName(request.Directory)}";
                groups[pool] = new CpuGroup(_hierarchy.Version, path, request.Directory) { HasCpuSet = hasCpuSet };
            }
        }

        return groups;
    }

    public IEnumerable<ChangeOperation> Plan()
    {
        _planned.Clear();
        if (
            _pools.Count > 0
            && _hierarchy.Version == 2
            && !Words("cgroup.controllers").Contains("cpu", StringComparer.Ordinal)
        )
        {
            LeaveOut(
                _pools,
                $"the cpu controller is not enabled for {_hierarchy.Path}: "
                    + DelegationFix.For(ServerUnit.Of(_root, _hierarchy.Path)).ReplaceLineEndings("; ")
            );
        }

        foreach (var pool in _pools.ToArray())
        {
            if (Choose(pool) is { } directory)
                _planned[pool.Number] = Request(pool, directory);
        }

        if (
            _hierarchy.Version == 2
            && _hierarchy.Path != "/"
            && _planned.Values.Any(w => !_root.HasDirectory(w.Directory))
            && ControlGroup.Make(_root, _hierarchy.Directory, _journal) is { } problem
        )
            LeaveOut([.. _pools.Where(p => !_root.HasDirectory(_planned[p.Number].Directory))], problem);

        return new CpuPlanner(_root, _hierarchy, CpuGroups.Weight(_hierarchy.Version, 1).File).Plan([
            .. _planned.Values,
        ]);
    }

    public bool LeaveOut(ChangeOperation failed, ChangeOutcome outcome)
    {
        if (!failed.Directory.StartsWith(_hierarchy.Directory, StringComparison.Ordinal))
            return false;

        // Another sidecar made the same name at the same moment: the next one is tried.
        if (failed.Kind == ChangeStepKind.Make && outcome.Error == KernelError.Exists && _races++ < MostRaces)
            return true;

        var isAboutCpus = failed.Name is "cpuset" or CpuPlanner.CpuSet && _mayLimitCpus;
        _mayLimitCpus &= !isAboutCpus;
        CpuPool[] hit =
        [
            .. _pools.Where(p =>
                failed.Directory == _hierarchy.Directory || _planned[p.Number].Directory == failed.Directory
            ),
        ];
        if (isAboutCpus)
            Note(hit.Where(p => p.Cores is not null), "the CPUs are limited by affinity alone: " + outcome.Problem);
        else
            LeaveOut(hit, outcome.Problem);

        return true;
    }

    private void LeaveOut(IReadOnlyCollection<CpuPool> pools, string problem)
    {
        Note(pools, problem);
        foreach (var pool in pools.ToArray())
        {
            _pools.Remove(pool);
            _planned.Remove(pool.Number);
        }
    }

    private void Note(IEnumerable<CpuPool> pools, string problem)
    {
        foreach (var pool in pools)
            _note(pool.Number, problem);
    }

    private string? Choose(CpuPool pool)
    {
        if (
            pool.Kept.FirstOrDefault(d => Path.GetDirectoryName(d) == _hierarchy.Directory && _root.HasDirectory(d)) is
            { } kept
        )
        {
            // In the journal, so that a process that a governed one started in it leaves it too.
            var error = _journal.Content.Groups.Contains(kept, StringComparer.Ordinal) ? 0 : _journal.AddGroup(kept);
            if (error == 0)
                return kept;

            LeaveOut([pool], $"the journal cannot be written: {Errno.Describe(error)}");
            return null;
        }

        var free = pool
            .Names.Select(n => Path.Join(_hierarchy.Directory, n))
            .FirstOrDefault(d => !_root.HasDirectory(d) && _planned.Values.All(w => w.Directory != d));
        if (free is null)
        {
            LeaveOut(
                [pool],
                $"every name for this pool is taken in {_hierarchy.Directory}; rgp-sidecar reset "
                    + "removes groups that are left over"
            );
        }

        return free;
    }

    // What root keeps, such as the CPUs of a group that was handed over, stays root's; only the provisioner enables
    // controllers for such groups.
    private CpuRequest Request(CpuPool pool, string directory)
    {
        var file = Path.Join(directory, CpuPlanner.CpuSet);
        var name = Path.GetFileName(directory);
        var isGiven =
            GroupName.IsProvisioned(name)
            && _root.HasDirectory(directory)
            && !pool.Names.Contains(name, StringComparer.Ordinal);
        var isLimited = _root.ReadTrimmed(file) is { Length: > 0 };
        var mayLimit =
            _mayLimitCpus
            && MachineTree
                .Of(_root)
                .MayWrite(
                    isGiven || _root.HasFile(file) ? file : Path.Join(_hierarchy.Directory, "cgroup.subtree_control")
                );
        var all = isLimited ? _root.ReadTrimmed(Path.Join(_hierarchy.Directory, "cpuset.cpus.effective")) : null;
        return new CpuRequest(directory)
        {
            Weight = pool.Share is { } share ? CpuGroups.WeightValue(_hierarchy.Version, share) : null,
            Cpus =
                !mayLimit ? null
                : pool.Cores is { } cores ? CpuList.Format(cores)
                : all,
        };
    }

    private string[] Words(string file) =>
        (_root.ReadTrimmed(Path.Join(_hierarchy.Directory, file)) ?? string.Empty).Split(' ');
}
