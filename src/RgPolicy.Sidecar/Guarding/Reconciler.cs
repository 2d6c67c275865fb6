using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>Restores what the journal of a dead mover says.</summary>
internal static class Reconciler
{
    /// <summary>Restores; returns whether all is as it was before. No other process may have the journal
    /// open.</summary>
    internal static bool Run(FileRoot root, GuardOptions options, SidecarLog log)
    {
        using var journal = JournalFile.Open(root, options.StateDirectory, out var problem);
        if (journal is null)
        {
            log.Line(problem);
            return false;
        }

        if (journal.Content.IsDamaged)
        {
            var strays = StrayFinder.Note(root, journal, new PostmasterFinder(root, options).Find(out _));
            log.Line(
                $"the journal is damaged: {strays} processes in pools are in none of its lines and "
                    + "get what the main process has"
            );
            journal.Repair();
        }
        else if (
            journal.WasMissing
            && StrayFinder.Note(root, journal, new PostmasterFinder(root, options).Find(out _)) is > 0 and var left
        )
        {
            log.Line(
                $"there was no journal, and {left} processes are in pools that no running sidecar uses: they get what "
                    + "the main process has"
            );
        }

        if (journal.Content.IsEmpty)
            return true;

        var count = journal.Content.Processes.Count;
        var clean = new Restorer(root, journal, log.Line).RestoreAll();
        log.Line(
            clean
                ? $"restored from the journal: {count} processes were outstanding"
                : "not everything could be restored; it is tried again at the next start"
        );
        return clean;
    }
}
