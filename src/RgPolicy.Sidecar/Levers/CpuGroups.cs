using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>CPU weight by one cgroup per pool, a child of the cgroup in which the DBMS's main process is.</summary>
internal sealed class CpuGroups(FileRoot root, JournalFile journal)
{
    /// <summary>What all pools wish for, as a part of their change.</summary>
    internal CpuChange Change(CgroupHierarchy hierarchy, IEnumerable<CpuPool> pools, Action<int, string> note) =>
        new(root, journal, hierarchy, pools, note);

    /// <summary>Makes one group by itself; null with the problem.</summary>
    internal CpuGroup? Make(CgroupHierarchy hierarchy, CpuPool pool, out string problem)
    {
        var problems = new List<string>();
        var change = Change(hierarchy, [pool], (_, text) => problems.Add(text));
        PoolChange.Run(new ChangeExecutor(MachineTree.Of(root), journal), [change]);
        problem = string.Join("; ", problems);
        return change.Groups().GetValueOrDefault(pool.Number);
    }

    /// <summary>
    /// The share in force and how, read back; null when the group is gone. It is the share of all that
    /// runs beside it, of which there are so many; what the weight has on top is not a part of it.
    /// </summary>
    internal static (double Share, string Lever)? ReadBack(
        FileRoot root,
        CpuGroup group,
        double beside = 1,
        double parity = 0
    )
    {
        var (file, _) = Weight(group.Version, 1);
        var text = root.ReadTrimmed(Path.Join(group.Directory, file));
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var weight))
            return null;

        var full = group.Version == 1 ? 1024.0 : 100.0;
        var cpus = root.ReadTrimmed(Path.Join(group.Directory, CpuPlanner.CpuSet)) is { Length: > 0 } set
            ? $" {CpuPlanner.CpuSet}={set}"
            : string.Empty;
        var many =
            beside > 1
                ? string.Create(CultureInfo.InvariantCulture, $" for {beside:0.#} runnable beside it")
                : string.Empty;
        var outside =
            parity > 0
                ? string.Create(CultureInfo.InvariantCulture, $" and {parity:0.#} against programs outside the server")
                : string.Empty;
        return (
            Math.Max(0, weight / full - parity) / beside,
            $"cgroup v{group.Version} {file}={weight.ToString(CultureInfo.InvariantCulture)}{many}{outside}{cpus}"
        );
    }

    /// <summary>Changes a weight that is as expected; returns whether it is now as wanted.</summary>
    internal static bool SetWeight(FileRoot root, CpuGroup group, int? expected, double share)
    {
        var (file, value) = Weight(group.Version, share);
        var path = Path.Join(group.Directory, file);
        var now = root.ReadTrimmed(path);
        return now == value
            || (
                now == expected?.ToString(CultureInfo.InvariantCulture)
                && MachineTree.Of(root).Write(path, value) == 0
                && root.ReadTrimmed(path) == value
            );
    }

    /// <summary>The file and the value of a share: 1,024 shares (v1) or weight 100 (v2) are the
    /// protected pool's.</summary>
    internal static (string File, string Value) Weight(int version, double share) =>
        (
            version == 1 ? "cpu.shares" : "cpu.weight",
            WeightValue(version, share).ToString(CultureInfo.InvariantCulture)
        );

    /// <summary>The value alone; at most what the kernel takes.</summary>
    internal static int WeightValue(int version, double share)
    {
        var (full, least, most) = version == 1 ? (1024, 2, 262_144) : (100, 1, 10_000);
        return (int)Math.Clamp(Math.Round(full * share, MidpointRounding.AwayFromZero), least, most);
    }

    /// <summary>Removes a group and notes it.</summary>
    internal void Remove(string directory)
    {
        if (GroupRemover.Remove(root, directory) == 0)
            _ = journal.AddRemovedGroup(directory);
    }
}

/// <summary>A pool's cpu cgroup.</summary>
/// <param name="Version">Of the hierarchy: 1 or 2.</param>
/// <param name="Path">As /proc/PID/cgroup writes it.</param>
/// <param name="Directory">The same as a directory.</param>
internal sealed record CpuGroup(int Version, string Path, string Directory)
{
    /// <summary>Whether sets of CPUs are in force there: before Linux 6.2 a move then takes a thread's
    /// own affinity away.</summary>
    internal bool HasCpuSet { get; init; }
}

/// <summary>What a pool wishes of the cpu cgroups.</summary>
/// <param name="Number">Its number.</param>
/// <param name="Names">The names that its group may have, best first.</param>
internal sealed record CpuPool(int Number, IEnumerable<string> Names)
{
    /// <summary>Its weight as a fraction of the protected pool's; null leaves it as the kernel makes it.</summary>
    internal double? Share { get; init; }

    /// <summary>The CPUs of its group; null for no limit.</summary>
    internal ImmutableArray<int>? Cores { get; init; }

    /// <summary>Directories that it has already or that were handed over, best first; the first that is in the right
    /// place is kept.</summary>
    internal IEnumerable<string> Kept { get; init; } = [];
}

/// <summary>
/// A change of all pools, cgroups and resctrl together: it takes effect as a whole, or what cannot be
/// had is left out and the rest is tried again.
/// </summary>
internal static class PoolChange
{
    /// <summary>Carries it out; the parts know afterwards what there is.</summary>
    internal static void Run(ChangeExecutor executor, IReadOnlyList<IChangePart> parts)
    {
        while (true)
        {
            ChangeOperation[] steps = [.. parts.SelectMany(p => p.Plan())];
            var outcome = executor.Run(steps);
            if (outcome.FailedAt is not { } step || !parts.Any(p => p.LeaveOut(step, outcome)) || !outcome.IsClean)
                return;
        }
    }
}
