using System.Globalization;

namespace RgPolicy.Sidecar.Moving;

/// <summary>The titles that PostgreSQL gives its processes.</summary>
internal static class WorkerTitle
{
    private const string OfServer = "postgres: ";
    private const string OfWorker = "parallel worker for PID ";

    /// <summary>Whether a process has its own title; a new one shows the main process's until it has set it.</summary>
    internal static bool IsSet(string title) => title.StartsWith(OfServer, StringComparison.Ordinal);

    /// <summary>The leader that a worker's title names, or null: <c>postgres: [cluster: ]parallel worker for PID 4711</c>.</summary>
    internal static int? LeaderOf(string title)
    {
        title = title.TrimEnd('\0', ' ');
        var at = title.LastIndexOf(OfWorker, StringComparison.Ordinal);
        return IsSet(title) && at > 0
            && int.TryParse(title.AsSpan(at + OfWorker.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var leader)
            ? leader : null;
    }
}
