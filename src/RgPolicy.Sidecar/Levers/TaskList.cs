using RgPolicy.Host.Kernel;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Moves many tasks with few writes: lists where the kernel takes them (since Linux 6.7), one
/// number each where not.</summary>
internal static class TaskList
{
    // The kernel takes 4096 bytes in one command.
    private const int MostBytes = 4000;

    /// <summary>Moves tasks to a resctrl group; those that have ended are passed over. Returns 0, or
    /// the first error number.</summary>
    internal static int Move(IKernelTree tree, string directory, IEnumerable<int> tasks)
    {
        int[] ids = [.. tasks];
        var lists = Parts(ids).ToArray();
        // The kernel stops at the first that fails, and older ones take no lists: then one by one.
        var error = tree.WriteEach(directory + "/tasks", lists, out _);
        return error == 0 ? 0 : MoveEach(tree, directory + "/tasks", ids);
    }

    /// <summary>Moves tasks with one write each; those that have ended are passed over. Returns 0, or
    /// the first error number.</summary>
    internal static int MoveEach(IKernelTree tree, string file, IEnumerable<int> tasks)
    {
        // Number 0 would be the writer itself.
        string[] commands =
        [
            .. tasks.Where(t => t > 0).Select(t => string.Create(CultureInfo.InvariantCulture, $"{t}\n")),
        ];
        for (var at = 0; at < commands.Length; )
        {
            var error = tree.WriteEach(file, at == 0 ? commands : commands[at..], out var done);
            if (error is not (0 or KernelError.NoProcess))
                return error;

            at += done + 1;
        }

        return 0;
    }

    private static IEnumerable<string> Parts(IEnumerable<int> tasks)
    {
        var part = new StringBuilder();
        foreach (var task in tasks.Where(t => t > 0))
        {
            var text = task.ToString(CultureInfo.InvariantCulture);
            if (part.Length + text.Length + 1 > MostBytes)
            {
                yield return part.Append('\n').ToString();
                part.Clear();
            }

            part.Append(part.Length == 0 ? string.Empty : ",").Append(text);
        }

        if (part.Length > 0)
            yield return part.Append('\n').ToString();
    }
}
