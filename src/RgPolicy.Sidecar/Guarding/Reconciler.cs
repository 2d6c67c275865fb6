using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>Restores what the journal of a dead mover says.</summary>
internal static class Reconciler
{
    /// <summary>Restores; returns whether all is as it was before. The journal must be nobody else's at this moment.</summary>
    internal static bool Run(FileRoot root, string stateDirectory, Log log)
    {
        using var journal = JournalFile.Open(root, stateDirectory, out var problem);
        if (journal is null)
        {
            log.Line(problem);
            return false;
        }

        if (journal.Content.IsEmpty)
        {
            return true;
        }

        var count = journal.Content.Processes.Count;
        var clean = new Restorer(root, journal, log.Line).RestoreAll();
        log.Line(clean
            ? $"restored from the journal: {count} processes were outstanding"
            : "not everything could be restored; it is tried again at the next start");
        return clean;
    }
}
