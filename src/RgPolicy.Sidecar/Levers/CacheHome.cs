using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Where tasks that no pool's masks are for belong: the default group, or, for a caller that is not root, the group as
/// wide as that one which the provisioner handed over.
/// </summary>
internal static class CacheHome
{
    /// <summary>The name of the group: empty for the default group, null when the caller can return no process
    /// anywhere.</summary>
    internal static string? Name(FileRoot root)
    {
        var tree = MachineTree.Of(root);
        if (tree.MayWrite(ResctrlFacts.Directory + "/tasks"))
            return string.Empty;

        var names = root.DirectoryNames(ResctrlFacts.Directory);
        return GroupName
            .ProvisionedCandidates(0)
            .FirstOrDefault(home =>
                names.Contains(home, StringComparer.Ordinal) && tree.MayWrite($"{ResctrlFacts.Directory}/{home}/tasks")
            );
    }

    /// <summary>Its directory; the default group's when there is none.</summary>
    internal static string Directory(FileRoot root) =>
        Name(root) is { Length: > 0 } home ? $"{ResctrlFacts.Directory}/{home}" : ResctrlFacts.Directory;

    /// <summary>Whether the caller can put a task back into this group.</summary>
    internal static bool CanReturnTo(FileRoot root, string? group) =>
        string.IsNullOrEmpty(group)
            ? Name(root) is not null
            : MachineTree.Of(root).MayWrite($"{ResctrlFacts.Directory}/{group}/tasks");
}

/// <summary>A pool's resctrl group.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Directory">Its directory.</param>
internal sealed record CacheGroup(string Name, string Directory)
{
    /// <summary>The name of the pool's monitoring group in it; empty for none.</summary>
    internal string Monitor { get; init; } = string.Empty;
}

/// <summary>The advisory lock on the resctrl directory, which other managers honour too; never waited
/// for long.</summary>
internal static class CacheLock
{
    private const int PauseMilliseconds = 5;
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(300);

    /// <summary>Takes it, or null when another holds it for too long.</summary>
    internal static IDisposable? Take(IKernelTree tree)
    {
        var started = Stopwatch.GetTimestamp();
        while (true)
        {
            var error = tree.TryLock(ResctrlFacts.Directory, out var held);
            if (error == 0 || error != KernelError.TryAgain || Stopwatch.GetElapsedTime(started) > Patience)
                return held;

            Pause.Milliseconds(PauseMilliseconds);
        }
    }
}
