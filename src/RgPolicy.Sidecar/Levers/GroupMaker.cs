using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Makes a group directory, noted in the journal first; what others made is never taken over.</summary>
internal static class GroupMaker
{
    /// <summary>Makes a directory for a pool below a parent.</summary>
    /// <param name="parent">The parent directory.</param>
    /// <param name="pool">The pool's number.</param>
    /// <param name="journal">Where the intent is noted.</param>
    /// <param name="problem">Why none could be made, or empty.</param>
    internal static string? Make(string parent, int pool, JournalFile journal, out string problem)
    {
        problem = $"every name for pool {pool} is taken in {parent}; rgp-sidecar reset removes groups that are left over";
        foreach (var name in GroupName.Candidates(pool))
        {
            var directory = Path.Join(parent, name);
            if (journal.Content.Groups.Contains(directory, StringComparer.Ordinal))
            {
                continue;
            }

            var error = TryMake(directory, journal, out var inJournal);
            if (error == 0)
            {
                problem = string.Empty;
                return directory;
            }

            if (error != Errno.Exists)
            {
                problem = inJournal ? Explain(error) : $"the journal cannot be written: {Errno.Describe(error)}";
                return null;
            }
        }

        return null;
    }

    private static int TryMake(string directory, JournalFile journal, out bool inJournal)
    {
        var error = journal.AddGroup(directory);
        inJournal = error == 0;
        if (!inJournal)
        {
            return error;
        }

        error = KernelFile.MakeDirectory(directory);
        _ = error == 0 ? 0 : journal.AddRemovedGroup(directory);
        return error;
    }

    private static string Explain(int error) => error switch
    {
        Errno.NoSpace => "no class of service is free (ENOSPC): other groups use them all",
        Errno.Busy => "no monitoring number is free yet (EBUSY): try again in some seconds",
        Errno.NotPermitted or Errno.AccessDenied =>
            $"the cgroup or resctrl group cannot be made: {Errno.Describe(error)}; run the sidecar as root",
        _ => $"the group cannot be made: {Errno.Describe(error)}",
    };
}
