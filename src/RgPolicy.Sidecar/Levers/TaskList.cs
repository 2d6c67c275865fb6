using System.Globalization;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Moves many tasks with few writes: lists where the kernel takes them (since Linux 6.7), one number each where not.</summary>
internal static class TaskList
{
    // The kernel takes 4096 bytes in one command.
    private const int MostBytes = 4000;

    /// <summary>Moves tasks to a resctrl group; those that have ended are passed over. Returns 0, or the first error number.</summary>
    internal static int Move(IKernelTree tree, string directory, IEnumerable<int> tasks)
    {
        var path = directory + "/tasks";
        var first = 0;
        foreach (var part in Parts(tasks))
        {
            var error = tree.Write(path, string.Join(',', part) + "\n");
            // The kernel stops at the first that fails: the rest go one by one.
            error = error == 0 ? 0 : MoveEach(tree, path, part);
            first = first == 0 ? error : first;
        }

        return first;
    }

    private static int MoveEach(IKernelTree tree, string path, List<string> tasks)
    {
        foreach (var task in tasks)
        {
            var error = tree.Write(path, task + "\n");
            if (error is not (0 or KernelError.NoProcess))
            {
                return error;
            }
        }

        return 0;
    }

    private static IEnumerable<List<string>> Parts(IEnumerable<int> tasks)
    {
        var part = new List<string>();
        var bytes = 0;
        // Number 0 would be the writer itself.
        foreach (var text in tasks.Where(t => t > 0).Select(t => t.ToString(CultureInfo.InvariantCulture)))
        {
            if (bytes + text.Length + 1 > MostBytes)
            {
                yield return part;
                part = [];
                bytes = 0;
            }

            part.Add(text);
            bytes += text.Length + 1;
        }

        if (part.Count > 0)
        {
            yield return part;
        }
    }
}
