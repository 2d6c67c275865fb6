using RgPolicy.Host.Kernel;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Shows programs that clean up on this host which groups a running sidecar uses: an advisory lock (flock(2)) on each
/// group's directory, which ends with the process however it dies.
/// </summary>
internal sealed class GroupHolds
{
    private readonly IKernelTree _tree;
    private readonly Dictionary<string, IDisposable> _held = new(StringComparer.Ordinal);

    internal GroupHolds(IKernelTree tree) => _tree = tree;

    /// <summary>Holds these groups and no others.</summary>
    internal void Keep(IEnumerable<string> directories)
    {
        var wanted = directories.Where(d => !IsCacheGroup(d)).ToHashSet(StringComparer.Ordinal);
        foreach (var directory in _held.Keys.Where(d => !wanted.Contains(d)).ToArray())
        {
            _held[directory].Dispose();
            _held.Remove(directory);
        }

        foreach (var directory in wanted.Where(d => !_held.ContainsKey(d)))
        {
            if (_tree.TryLock(directory, out var held) == 0 && held is not null)
                _held[directory] = held;
        }
    }

    /// <summary>An open directory would keep an administrator from unmounting resctrl, so its groups
    /// are not held.</summary>
    internal static bool IsCacheGroup(string directory) => directory.Contains("/resctrl/", StringComparison.Ordinal);

    /// <summary>Whether a running sidecar uses a group.</summary>
    internal static bool IsHeld(IKernelTree tree, string directory)
    {
        var error = tree.TryLock(directory, out var held);
        held?.Dispose();
        return error == KernelError.TryAgain;
    }
}
