namespace RgPolicy.Host.Facts;

/// <summary>The user of a process.</summary>
internal static class ProcessUser
{
    /// <summary>
    /// The one user that a process runs as, or null when it is gone or its real, effective, saved and file-system users
    /// differ: such a process changes its user and belongs to none for sure.
    /// </summary>
    public static int? Read(FileRoot root, int processId)
    {
        foreach (var line in root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/status")))
        {
            if (line.StartsWith("Uid:", StringComparison.Ordinal))
            {
                var users = line[4..]
                    .Split('\t', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
                var same = users.Length == 4 && users.All(u => u == users[0]);
                return same && int.TryParse(users[0], NumberStyles.None, CultureInfo.InvariantCulture, out var user)
                    ? user
                    : null;
            }
        }

        return null;
    }
}
