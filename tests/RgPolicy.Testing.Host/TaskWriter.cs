using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>A write to <c>tasks</c>: number after number, until the first that fails.</summary>
/// <param name="state">The state.</param>
/// <param name="group">The group.</param>
internal sealed class TaskWriter(ResctrlState state, ResctrlGroup group)
{
    /// <summary>Carries out the command; returns 0, or the error number.</summary>
    internal int Write(string command)
    {
        if (!state.Shape.TakesTaskLists)
            return WriteOne(command.Trim());

        state.Status.Clear();
        for (var rest = command; rest.Length > 0 && rest[0] != '\n'; )
        {
            var comma = rest.IndexOf(',', StringComparison.Ordinal);
            var error = Move((comma < 0 ? rest : rest[..comma]).Trim());
            if (error != 0)
                return error;

            rest = comma < 0 ? string.Empty : rest[(comma + 1)..];
        }

        return 0;
    }

    private int WriteOne(string text)
    {
        if (KernelNumber.ParseInt(text) is not (>= 0 and var id))
            return KernelError.Invalid;

        state.Status.Clear();
        return MoveTask(id);
    }

    private int Move(string text)
    {
        if (KernelNumber.ParseInt(text) is not { } id)
            return state.Status.Fail(KernelError.Invalid, $"Task list parsing error pid {text}");

        if (id < 0)
            return state.Status.Fail(KernelError.Invalid, $"Invalid pid {id}");

        var error = MoveTask(id);
        return error == 0 ? 0 : state.Status.Fail(error, $"Error while processing task {id}");
    }

    private int MoveTask(int id)
    {
        var writer = state.Tasks.Writer;
        if ((id == 0 ? writer : state.Tasks.Known(id)) is not { } task)
            return state.Status.Fail(KernelError.NoProcess, $"No task {id}");

        if (writer.User != 0 && writer.User != task.User)
            return state.Status.Fail(KernelError.NotPermitted, $"No permission to move task {task.Id}");

        if (!group.IsMonitor)
        {
            (task.Control, task.Monitor) = (group == state.Default ? null : group, null);
            return 0;
        }

        if ((task.Control ?? state.Default) != group.Parent)
            return state.Status.Fail(KernelError.Invalid, "Can't move task to different control group");

        task.Monitor = group;
        return 0;
    }
}
