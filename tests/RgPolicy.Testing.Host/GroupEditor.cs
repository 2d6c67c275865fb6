using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>Makes, removes and renames groups of the resctrl double.</summary>
/// <param name="state">The state.</param>
internal sealed class GroupEditor(ResctrlState state)
{
    /// <summary>Makes a control group; returns 0, or the error number.</summary>
    internal int MakeControl(string name)
    {
        if (state.Groups.Count + 1 >= state.Shape.Classes)
            return state.Status.Fail(KernelError.NoSpace, "Out of CLOSIDs");

        var error = TakeMonitor();
        if (error != 0)
            return error;

        var group = new ResctrlGroup(name, parent: null, state.Tasks.Writer.User);
        foreach (var domain in state.Domains)
        {
            state.SetWidest(group, domain);
            if (state.Shape.Caches.IsEmpty)
                continue;

            if (CapacityRules.Initial(state, domain) is not { } mask)
            {
                ReturnMonitors(1);
                return state.Status.Fail(KernelError.NoSpace, $"No space on {state.Shape.Caches[0]}:{domain}");
            }

            foreach (var cache in state.Shape.Caches)
                group.Values[(cache, domain)] = mask;
        }

        state.Groups[name] = group;
        return 0;
    }

    /// <summary>Makes a monitoring group; returns 0, or the error number.</summary>
    internal int MakeMonitor(ResctrlGroup parent, string name)
    {
        var error = TakeMonitor();
        if (error == 0)
            parent.Monitors[name] = new ResctrlGroup(name, parent, state.Tasks.Writer.User);

        return error;
    }

    /// <summary>Removes a control group: its tasks and CPUs go to the default group.</summary>
    internal void RemoveControl(ResctrlGroup group)
    {
        foreach (var task in state.Tasks.All.Append(state.Tasks.Writer).Where(t => t.Control == group))
            (task.Control, task.Monitor) = (null, null);

        state.Default.Cpus.UnionWith(group.Cpus);
        state.Groups.Remove(group.Name);
        ReturnMonitors(1 + group.Monitors.Count);
    }

    /// <summary>Removes a monitoring group: its tasks go to the parent.</summary>
    internal void RemoveMonitor(ResctrlGroup group)
    {
        foreach (var task in state.Tasks.All.Append(state.Tasks.Writer).Where(t => t.Monitor == group))
            task.Monitor = null;

        group.Parent?.Monitors.Remove(group.Name);
        ReturnMonitors(1);
    }

    /// <summary>Moves a monitoring group with all its tasks below another control group, or gives it
    /// another name.</summary>
    internal int Rename(ResctrlGroup group, ResctrlGroup parent, string name)
    {
        if (group.Cpus.Count > 0 && group.Parent != parent)
            return state.Status.Fail(KernelError.NotPermitted, "Cannot move a MON group that monitors CPUs");

        if (parent.Monitors.TryGetValue(name, out var there))
            return there == group ? 0 : KernelError.Exists;

        group.Parent?.Monitors.Remove(group.Name);
        group.Name = name;
        group.Parent = parent;
        parent.Monitors[name] = group;
        foreach (var task in state.Tasks.All.Where(t => t.Monitor == group))
            task.Control = parent == state.Default ? null : parent;

        return 0;
    }

    private int TakeMonitor()
    {
        if (state.Shape.MonitorIds == 0)
            return 0;

        if (state.FreeMonitors == 0)
            return state.Status.Fail(state.LimboMonitors > 0 ? KernelError.Busy : KernelError.NoSpace, "Out of RMIDs");

        state.FreeMonitors--;
        return 0;
    }

    private void ReturnMonitors(int count) => state.LimboMonitors += state.Shape.MonitorIds == 0 ? 0 : count;
}
