using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Our groups are no process's original place: a process that is found in one was left there by a sidecar
/// whose journal is gone, and what it had before is what its main process has.
/// </summary>
internal static class OwnGroups
{
    /// <summary>Whether a process stood in a pool when this was read.</summary>
    internal static bool Holds(ProcessOriginal original) =>
        IsPool(Path.GetFileName(original.CgroupPath))
        || IsPool(Path.GetFileName(original.ReadPath ?? string.Empty))
        || original.Threads.Any(t => IsPool(t.CacheGroup ?? string.Empty));

    /// <summary>Whether a name is a pool's, made by us or by the provisioner; the provisioner's number 0 is where
    /// processes return to.</summary>
    internal static bool IsPool(string name) =>
        GroupName.IsOurs(name)
        || (
            GroupName.IsProvisioned(name) && !GroupName.ProvisionedCandidates(0).Contains(name, StringComparer.Ordinal)
        );

    /// <summary>What a process that stands in a pool had before, by its main process; the same original
    /// of any other process.</summary>
    internal static ProcessOriginal Replace(FileRoot root, ProcessOriginal original, int mainProcess, bool withCache)
    {
        if (!Holds(original))
            return original;

        var main = ProcessStat.Read(root, mainProcess) is { } stat
            ? ProcessLevers.Read(root, stat, original.CgroupVersion, withCache)
            : null;
        return Outside(
            (main ?? original) with
            {
                ProcessId = original.ProcessId,
                StartTime = original.StartTime,
                Touched = original.Touched,
            }
        );
    }

    /// <summary>The same without any group of ours, should even the main process stand in one: pools lie directly below
    /// where they were made.</summary>
    internal static ProcessOriginal Outside(ProcessOriginal original) =>
        original with
        {
            CgroupPath = Above(original.CgroupPath),
            ReadPath = original.ReadPath is { } path ? Above(path) : null,
            Threads =
            [
                .. original.Threads.Select(t =>
                    IsPool(t.CacheGroup ?? string.Empty)
                        ? t with
                        {
                            CacheGroup = string.Empty,
                            MonitorGroup = string.Empty,
                        }
                        : t
                ),
            ],
        };

    private static string Above(string path)
    {
        while (IsPool(Path.GetFileName(path)))
            path = Path.GetDirectoryName(path) ?? "/";

        return path;
    }
}
