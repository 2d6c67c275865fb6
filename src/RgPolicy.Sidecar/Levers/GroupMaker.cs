using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Makes a group directory, noted in the journal first; what others made is never taken over.</summary>
internal static class GroupMaker
{
    /// <summary>Makes a directory for a pool below a parent.</summary>
    /// <param name="root">The host.</param>
    /// <param name="parent">The parent directory.</param>
    /// <param name="names">The names to try, best first.</param>
    /// <param name="journal">Where the intent is noted.</param>
    /// <param name="problem">Why none could be made, or empty.</param>
    internal static string? Make(
        FileRoot root,
        string parent,
        IEnumerable<string> names,
        JournalFile journal,
        out string problem
    )
    {
        problem = $"every name for this pool is taken in {parent}; rgp-sidecar reset removes groups that are left over";
        foreach (var name in names)
        {
            var directory = Path.Join(parent, name);
            // One of ours that another program removed may be made again.
            if (journal.Content.Groups.Contains(directory, StringComparer.Ordinal) && root.HasDirectory(directory))
                continue;

            var error = TryMake(MachineTree.Of(root), directory, journal, out var inJournal);
            if (error == 0)
            {
                problem = string.Empty;
                return directory;
            }

            if (error != Errno.Exists)
            {
                problem = inJournal
                    ? KernelMessage.OfMaking(error)
                    : $"the journal cannot be written: {Errno.Describe(error)}";
                return null;
            }
        }

        return null;
    }

    private static int TryMake(IKernelTree tree, string directory, JournalFile journal, out bool inJournal)
    {
        var error = journal.AddGroup(directory);
        inJournal = error == 0;
        if (!inJournal)
            return error;

        error = tree.MakeDirectory(directory);
        _ = error == 0 ? 0 : journal.AddRemovedGroup(directory);
        return error;
    }
}
