using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Which resctrl group a thread is in.</summary>
internal static class CacheMembership
{
    /// <summary>Control and monitoring group; the control group is null when it cannot be told.</summary>
    internal static (string? Control, string? Monitor) Read(FileRoot root, int processId, int threadId)
    {
        var file = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task/{threadId}/cpu_resctrl_groups");
        if (root.ReadText(file) is { } text)
            return Parse(text);

        // Kernels without that file: look for the thread in every group.
        foreach (var name in root.DirectoryNames(ResctrlFacts.Directory))
        {
            if (
                name is not ("info" or "mon_groups" or "mon_data")
                && Holds(root, $"{ResctrlFacts.Directory}/{name}", threadId)
            )
                return (name, string.Empty);
        }

        return Holds(root, ResctrlFacts.Directory, threadId) ? (string.Empty, string.Empty) : (null, null);
    }

    /// <summary>Reads <c>res:NAME</c> and <c>mon:NAME</c>; the default group is written <c>/</c>.</summary>
    internal static (string? Control, string? Monitor) Parse(string text)
    {
        string? control = null;
        var monitor = string.Empty;
        foreach (var line in text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.StartsWith("res:", StringComparison.Ordinal) && line.Length > 4)
                control = line[4..].Trim('/');
            else if (line.StartsWith("mon:", StringComparison.Ordinal))
                monitor = line[4..].Trim('/');
        }

        return (control, monitor);
    }

    private static bool Holds(FileRoot root, string directory, int threadId)
    {
        var id = threadId.ToString(CultureInfo.InvariantCulture);
        return root.ReadLines(directory + "/tasks").Contains(id, StringComparer.Ordinal);
    }
}
