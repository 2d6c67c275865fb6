using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>Writes to the files of the cgroup v2 double.</summary>
/// <param name="tasks">The tasks.</param>
/// <param name="root">The root group.</param>
/// <param name="cpuCount">CPUs that there are.</param>
internal sealed class CgroupWriter(DoubleTasks tasks, Cgroup root, int cpuCount)
{
    private const int LargestWeight = 10_000;

    /// <summary>Carries out the command; returns 0, or the error number.</summary>
    internal int Write(Cgroup group, string file, string command) =>
        file switch
        {
            "cgroup.type" => SetType(group, command.Trim()),
            "cgroup.subtree_control" => SetSubtree(group, command),
            "cgroup.procs" => command.Length == 0 ? 0 : Move(group, command.Trim(), whole: true),
            "cgroup.threads" => command.Length == 0 ? 0 : Move(group, command.Trim(), whole: false),
            "cpu.weight" => SetWeight(group, command.Trim()),
            "cpu.max" => SetQuota(group, command.Trim()),
            "cpuset.cpus" => SetCpus(group, command),
            _ => KernelError.AccessDenied,
        };

    private static int SetType(Cgroup group, string word)
    {
        if (word != "threaded" || group.Parent is not { } parent)
            return KernelError.Invalid;

        var possible =
            group.IsThreaded
            || (
                !group.IsPopulated
                && group.Subtree.All(Cgroup.IsForThreads)
                && (parent.IsThreaded || parent.CanBeThreadRoot)
            );
        group.IsThreaded |= possible;
        return possible ? 0 : KernelError.NotSupported;
    }

    private static int SetSubtree(Cgroup group, string command)
    {
        var changes = command.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries);
        if (
            changes.Any(c =>
                c.Length < 2
                || c[0] is not ('+' or '-')
                || c[1..] is not ("cpu" or "cpuset" or "io" or "memory" or "pids")
            )
        )
            return KernelError.Invalid;

        string[] enable =
        [
            .. changes.Where(c => c[0] == '+').Select(c => c[1..]).Where(c => !group.Subtree.Contains(c)),
        ];
        string[] disable = [.. changes.Where(c => c[0] == '-').Select(c => c[1..]).Where(group.Subtree.Contains)];
        if (enable.Any(c => !group.Controllers.Contains(c, StringComparer.Ordinal)))
            return KernelError.NoEntry;

        if (disable.Any(c => group.Children.Values.Any(child => child.Subtree.Contains(c))))
            return KernelError.Busy;

        var error = enable.Length == 0 ? 0 : RefuseEnabling(group, enable);
        if (error == 0)
        {
            group.Subtree.UnionWith(enable);
            group.Subtree.ExceptWith(disable);
            Forget(group, disable);
        }

        return error;
    }

    // What a controller kept of the children goes with it.
    private static void Forget(Cgroup group, string[] controllers)
    {
        foreach (
            var (child, controller) in group.Children.Values.SelectMany(child => controllers.Select(c => (child, c)))
        )
        {
            foreach (
                var file in child
                    .Values.Keys.Where(f => f.StartsWith(controller + ".", StringComparison.Ordinal))
                    .ToArray()
            )
                child.Values.Remove(file);
        }
    }

    private static int RefuseEnabling(Cgroup group, string[] controllers)
    {
        if (group.Parent is null)
            return 0;

        if (controllers.Any(c => !Cgroup.IsForThreads(c)))
        {
            if (group.IsThreadRoot || group.IsThreaded)
                return KernelError.NotSupported;
        }
        else if (group.CanBeThreadRoot || group.IsThreaded)
        {
            return 0;
        }

        return group.TaskCount > 0 ? KernelError.Busy : 0;
    }

    private int Move(Cgroup group, string text, bool whole)
    {
        if (KernelNumber.ParseInt(text) is not (>= 0 and var id))
            return KernelError.Invalid;

        if ((id == 0 ? tasks.Writer : tasks.Known(id)) is not { } task)
            return KernelError.NoProcess;

        var from = task.Cgroup ?? root;
        var refusal = RefuseMover(from, group);
        if (refusal == 0)
            refusal = !whole && from.Domain != group.Domain ? KernelError.NotSupported : RefuseMember(group);

        if (refusal == 0)
        {
            foreach (var moved in whole ? tasks.All.Where(t => t.Process == task.Process).ToArray() : [task])
                Put(moved, group);
        }

        return refusal;
    }

    // Whoever moves a task must be allowed to write cgroup.procs of the group that holds both ends.
    private int RefuseMover(Cgroup from, Cgroup to)
    {
        var above = from;
        while (!IsWithin(to, above) && above.Parent is { } parent)
            above = parent;

        return above.MayWrite(tasks.Writer.User, "cgroup.procs") ? 0 : KernelError.AccessDenied;
    }

    private static bool IsWithin(Cgroup group, Cgroup above)
    {
        for (var at = group; at is not null; at = at.Parent)
        {
            if (at == above)
                return true;
        }

        return false;
    }

    private static int RefuseMember(Cgroup group)
    {
        if (group.Parent is null)
            return 0;

        if (!group.Domain.IsValidDomain)
            return KernelError.NotSupported;

        return !group.IsThreaded && !group.CanBeThreadRoot && group.Subtree.Count > 0 ? KernelError.Busy : 0;
    }

    private void Put(DoubleTask task, Cgroup group)
    {
        (task.Cgroup ?? root).TaskCount--;
        task.Cgroup = group;
        group.TaskCount++;
    }

    private static int SetWeight(Cgroup group, string text)
    {
        var weight = KernelNumber.Parse(text, 0);
        if (weight is >= 1 and <= LargestWeight)
        {
            group.Values["cpu.weight"] = text;
            return 0;
        }

        return weight is null ? KernelError.Invalid : KernelError.Range;
    }

    private static int SetQuota(Cgroup group, string text)
    {
        const ulong Least = 1000;
        const ulong LongestPeriod = 1_000_000;
        var words = text.Split(' ');
        var quota = words[0] == "max" ? ulong.MaxValue : KernelNumber.Parse(words[0], 10);
        var period = words.Length < 2 ? 100_000 : KernelNumber.Parse(words[1], 10) ?? 100_000;
        if (quota is null or < Least || period is < Least or > LongestPeriod)
            return KernelError.Invalid;

        group.Values["cpu.max"] = $"{words[0]} {period}";
        return 0;
    }

    private int SetCpus(Cgroup group, string command)
    {
        var error = CpuText.ParseList(command, cpuCount, out var cpus);
        if (error == 0 && cpus.Count == 0 && group.TaskCount > 0)
            error = KernelError.NoSpace;

        if (error == 0)
            group.Values["cpuset.cpus"] = CpuList.Format(cpus);

        return error;
    }
}
