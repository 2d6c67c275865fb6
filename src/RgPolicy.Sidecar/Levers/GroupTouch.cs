using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Writes a process into the cgroup that it is in. Nothing changes by it, but for some milliseconds the kernel keeps
/// its lock on forks ready for the next move of a process: without that, each move waits for a grace period of the
/// kernel's.
/// </summary>
internal sealed class GroupTouch : IDisposable
{
    private const int LongestPlace = 4096;

    private readonly int _place;
    private readonly int _members;
    private readonly byte[] _number;
    private readonly byte[] _first;
    private readonly byte[] _now = new byte[LongestPlace];

    private GroupTouch(int place, int members, int processId)
    {
        (_place, _members) = (place, members);
        _number = Encoding.ASCII.GetBytes(processId.ToString(CultureInfo.InvariantCulture));
        _first = ReadPlace().ToArray();
    }

    /// <summary>Opens what it takes; null where there is no such group, where it may not be written, or where the
    /// process is not in it.</summary>
    /// <param name="root">The machine; a host in memory has no such lock.</param>
    /// <param name="hierarchy">The group.</param>
    /// <param name="processId">A process that stays in it, such as the server's main process.</param>
    internal static GroupTouch? Open(FileRoot root, CgroupHierarchy? hierarchy, int? processId)
    {
        if (root != FileRoot.Machine || hierarchy is null || processId is not { } id)
            return null;

        var place = Libc.Open(
            string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/cgroup"),
            KernelFile.CloseOnExec,
            0
        );
        if (place < 0)
            return null;

        // A process of several threads would bring all of them along, out of the groups that they were moved to.
        var file = ThreadGroup.Others(root, id).Any() ? ProcessLevers.ThreadsFile(hierarchy.Version) : "cgroup.procs";
        var members = Libc.Open(
            $"{hierarchy.Directory}/{file}",
            KernelFile.WriteOnly | KernelFile.CloseOnExec | KernelFile.NoFollow,
            0
        );
        if (members < 0)
        {
            _ = Libc.Close(place);
            return null;
        }

        // Where the process is was noted first: a move between these lines is for good.
        var touch = new GroupTouch(place, members, id);
        if (CgroupHierarchy.PathOf(root, hierarchy.Version, id) == hierarchy.Path && touch._first.Length > 0)
            return touch;

        touch.Dispose();
        return null;
    }

    /// <summary>Does it once; false, and without a write, when the process has ended or is in any other
    /// group than at first.</summary>
    internal bool Write() => ReadPlace().SequenceEqual(_first) && KernelFile.WriteAll(_members, _number) == 0;

    public void Dispose()
    {
        _ = Libc.Close(_place);
        _ = Libc.Close(_members);
    }

    // The descriptor is of this very process: once it has ended nothing is read, even if another has its number.
    private ReadOnlySpan<byte> ReadPlace()
    {
        var length = Libc.ReadAt(_place, _now, _now.Length, 0);
        return _now.AsSpan(0, (int)Math.Max(length, 0));
    }
}
