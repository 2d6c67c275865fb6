using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>A write to <c>cpus</c> or <c>cpus_list</c>. It never clears the last status.</summary>
/// <param name="state">The state.</param>
/// <param name="group">The group.</param>
internal sealed class CpuWriter(ResctrlState state, ResctrlGroup group)
{
    /// <summary>Carries out the command; returns 0, or the error number.</summary>
    internal int Write(string command, bool isList)
    {
        var error = isList
            ? CpuText.ParseList(command, state.CpuCount, out var cpus)
            : CpuText.ParseMask(command, state.CpuCount, out cpus);
        if (error != 0)
            return state.Status.Fail(error, "Bad CPU list/mask");

        if (!cpus.IsSubsetOf(state.Online))
            return state.Status.Fail(KernelError.Invalid, "Can only assign online CPUs");

        return group.IsMonitor ? SetMonitor(cpus) : SetControl(cpus);
    }

    private int SetControl(SortedSet<int> cpus)
    {
        int[] dropped = [.. group.Cpus.Except(cpus)];
        if (dropped.Length > 0 && group == state.Default)
            return state.Status.Fail(KernelError.Invalid, "Can't drop CPUs from default group");

        state.Default.Cpus.UnionWith(dropped);
        int[] added = [.. cpus.Except(group.Cpus)];
        foreach (var other in state.AllControl.Where(other => other != group))
        {
            other.Cpus.ExceptWith(added);
            foreach (var monitor in other.Monitors.Values)
                monitor.Cpus.ExceptWith(added);
        }

        Replace(group, cpus);
        foreach (var monitor in group.Monitors.Values)
            monitor.Cpus.Clear();

        return 0;
    }

    private int SetMonitor(SortedSet<int> cpus)
    {
        if (group.Parent is not { } parent || !cpus.IsSubsetOf(parent.Cpus))
            return state.Status.Fail(KernelError.Invalid, "Can only add CPUs to mongroup that belong to parent");

        foreach (var sibling in parent.Monitors.Values)
            sibling.Cpus.ExceptWith(cpus);

        Replace(group, cpus);
        return 0;
    }

    private static void Replace(ResctrlGroup changed, SortedSet<int> cpus)
    {
        changed.Cpus.Clear();
        changed.Cpus.UnionWith(cpus);
    }
}
