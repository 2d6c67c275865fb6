using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Changing;

/// <summary>
/// Orders a change of the cpu cgroups below one group: what becomes less before what becomes more, a
/// group's settings before anybody comes into it. Processes may stay in the group in which a controller is enabled only
/// when its children are threaded; the root alone is exempt (kernel documentation, cgroup-v2, "threads").
/// </summary>
internal sealed class CpuPlanner
{
    internal const string CpuSet = "cpuset.cpus";
    private readonly FileRoot _root;
    private readonly CgroupHierarchy _hierarchy;
    private readonly string _weightFile;
    private readonly bool _isThreaded;

    /// <param name="root">The host.</param>
    /// <param name="hierarchy">Where the groups are, or will be.</param>
    /// <param name="weightFile">The file of a weight there.</param>
    internal CpuPlanner(FileRoot root, CgroupHierarchy hierarchy, string weightFile)
    {
        _root = root;
        _hierarchy = hierarchy;
        _weightFile = weightFile;
        _isThreaded = hierarchy.Version == 2 && root.HasFile(Path.Join(hierarchy.Directory, "cgroup.type"));
    }

    /// <summary>The steps; none when nothing differs. It reads and writes nothing but what is there.</summary>
    internal List<ChangeOperation> Plan(IReadOnlyList<CpuRequest> requests)
    {
        var there = requests.Where(w => _root.HasDirectory(w.Directory)).ToArray();
        var made = requests.Except(there).ToArray();
        var changes = there.SelectMany(Settings).Where(s => s.Former != s.Text).ToArray();
        return
        [
            .. changes.Where(IsLess),
            .. made.SelectMany(Make),
            .. requests.Count == 0 ? [] : Enable(requests.Any(w => w.Cpus is not null)),
            .. made.SelectMany(Settings),
            .. changes.Where(s => !IsLess(s)),
        ];
    }

    private IEnumerable<ChangeOperation> Make(CpuRequest request)
    {
        yield return new ChangeOperation(ChangeStepKind.Make, request.Directory);
        if (_isThreaded)
        {
            yield return new ChangeOperation(ChangeStepKind.Set, request.Directory)
            {
                Name = "cgroup.type",
                Text = "threaded",
            };
        }
    }

    private IEnumerable<ChangeOperation> Enable(bool withCpus)
    {
        string[] wanted =
            _hierarchy.Version == 1 ? []
            : withCpus ? ["cpu", "cpuset"]
            : ["cpu"];
        var enabled = (
            _root.ReadTrimmed(Path.Join(_hierarchy.Directory, "cgroup.subtree_control")) ?? string.Empty
        ).Split(' ');
        return wanted
            .Except(enabled, StringComparer.Ordinal)
            .Select(name => new ChangeOperation(ChangeStepKind.Enable, _hierarchy.Directory) { Name = name });
    }

    private IEnumerable<ChangeOperation> Settings(CpuRequest request)
    {
        if (request.Weight is { } weight)
            yield return Set(request, _weightFile, weight.ToString(CultureInfo.InvariantCulture));

        if (request.Cpus is { } cpus)
            yield return Set(request, CpuSet, cpus);
    }

    private ChangeOperation Set(CpuRequest request, string file, string text) =>
        new(ChangeStepKind.Set, request.Directory)
        {
            Name = file,
            Text = text,
            // A set of CPUs that was empty cannot be made so again while a process is in the group.
            Former = _root.ReadTrimmed(Path.Join(request.Directory, file)) is { Length: > 0 } former ? former : null,
        };

    private static bool IsLess(ChangeOperation step) =>
        step.Name == CpuSet
            ? (CpuList.Parse(step.Text) ?? []).All((CpuList.Parse(step.Former) ?? []).Contains)
            : int.TryParse(step.Former, NumberStyles.None, CultureInfo.InvariantCulture, out var former)
                && int.Parse(step.Text, CultureInfo.InvariantCulture) < former;
}

/// <summary>A pool's cpu cgroup as it is to be.</summary>
/// <param name="Directory">Its directory.</param>
internal sealed record CpuRequest(string Directory)
{
    /// <summary>What <c>cpu.weight</c> or <c>cpu.shares</c> is to be; null leaves it alone.</summary>
    internal int? Weight { get; init; }

    /// <summary>What <c>cpuset.cpus</c> is to be; null leaves it alone.</summary>
    internal string? Cpus { get; init; }
}
