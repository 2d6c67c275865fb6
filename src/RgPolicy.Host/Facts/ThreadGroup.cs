namespace RgPolicy.Host.Facts;

/// <summary>Tells threads from processes: the kernel has one row of numbers for both.</summary>
internal static class ThreadGroup
{
    private const string Field = "Tgid:";

    /// <summary>The process that a thread belongs to, its own number for a main thread; null when it is gone.</summary>
    public static int? LeaderOf(FileRoot root, int id)
    {
        var line = root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/status"))
            .FirstOrDefault(each => each.StartsWith(Field, StringComparison.Ordinal));
        return int.TryParse(
            line.AsSpan(line is null ? 0 : Field.Length).Trim(),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var leader
        )
            ? leader
            : null;
    }

    /// <summary>True for a thread that is not its process's main one.</summary>
    public static bool IsThread(FileRoot root, int id) => LeaderOf(root, id) is { } leader && leader != id;

    /// <summary>A process's threads beside the main one.</summary>
    public static IEnumerable<int> Others(FileRoot root, int processId)
    {
        foreach (
            var name in root.DirectoryNames(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task"))
        )
        {
            if (int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id != processId)
                yield return id;
        }
    }
}
