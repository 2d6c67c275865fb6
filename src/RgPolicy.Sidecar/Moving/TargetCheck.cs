using System.Globalization;
using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Moving;

/// <summary>Whether a process is one that may be moved: a client backend or parallel worker of the one DBMS.</summary>
internal static class TargetCheck
{
    // Titles of PostgreSQL's own processes; a client's process has its user's name there.
    private static readonly string[] Maintenance =
    [
        "archiver", "autovacuum ", "background writer", "checkpointer", "logger", "logical replication ", "slotsync worker",
        "startup", "stats collector", "walreceiver", "walsender ", "walsummarizer", "walwriter", "wal writer", "io worker",
    ];

    /// <summary>Why it may not, or null.</summary>
    internal static string? Refuse(FileRoot root, ProcessStat stat, Postmaster postmaster, int guard)
    {
        var id = stat.ProcessId;
        if (id <= 1 || id == Environment.ProcessId || id == guard || id == postmaster.ProcessId || stat.IsKernelThread)
        {
            return "this process is never governed";
        }

        if (stat.ParentId != postmaster.ProcessId)
        {
            return "it is not a child of the DBMS's main process";
        }

        if (ProcessUser.Read(root, id) != postmaster.UserId)
        {
            return "it does not run as the DBMS's user";
        }

        var path = string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/cmdline");
        return IsMaintenance(root.ReadText(path) ?? string.Empty)
            ? "it is one of the DBMS's own processes, not a client's"
            : null;
    }

    /// <summary>Whether a title such as <c>postgres: main: checkpointer</c> is that of the DBMS's own work.</summary>
    internal static bool IsMaintenance(string title)
    {
        const string Prefix = "postgres: ";
        title = title.TrimEnd('\0', ' ');
        if (!title.StartsWith(Prefix, StringComparison.Ordinal))
        {
            return false;
        }

        // The cluster's name may stand between.
        var rest = title[Prefix.Length..];
        var colon = rest.IndexOf(": ", StringComparison.Ordinal);
        return Names(rest) || (colon >= 0 && Names(rest[(colon + 2)..]));
    }

    private static bool Names(string rest) => Maintenance.Any(m =>
        m.EndsWith(' ') ? rest.StartsWith(m, StringComparison.Ordinal) : rest == m || rest.StartsWith(m + " ", StringComparison.Ordinal));
}
