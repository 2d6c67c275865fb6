using System.Buffers.Text;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Upkeep;

/// <summary>
/// How many processes run or want to run beside the pools' groups, in the group in which the server is:
/// there each of them weighs as much as a whole group of the protected weight does. At the root of the hierarchy those
/// are all others of the machine too, else the server's own processes outside the pools.
/// </summary>
internal sealed class RunnableCount(FileRoot root, Func<int, bool> isInPool)
{
    private readonly byte[] _text = new byte[64 * 1024];
    private readonly byte[] _stat = new byte[1024];

    /// <summary>Counts once; null when that is not to be had.</summary>
    /// <param name="server">The server's main process.</param>
    /// <param name="isAtRoot">The server is at the root of the machine's hierarchy.</param>
    /// <param name="members">The processes in a pool.</param>
    internal int? Read(int server, bool isAtRoot, IEnumerable<int> members) =>
        isAtRoot ? OnMachine(members) : OfServer(server);

    /// <summary>Whether a directory is the root of the machine's hierarchy, and not that of a
    /// container's view.</summary>
    internal static bool IsRoot(FileRoot root, CgroupHierarchy hierarchy) =>
        hierarchy.Path == "/"
        && (
            hierarchy.Version == 1
                ? root.HasFile(Path.Join(hierarchy.Directory, "release_agent"))
                : !root.HasFile(Path.Join(hierarchy.Directory, "cgroup.type"))
        );

    // The process that counts runs too.
    private int? OnMachine(IEnumerable<int> members)
    {
        var length = KernelFile.Read(root.Path("/proc/loadavg"), _text);
        var text = _text.AsSpan(0, Math.Max(length, 0));
        for (var field = 0; field < 3; field++)
            text = text[(text.IndexOf((byte)' ') + 1)..];

        return Utf8Parser.TryParse(text, out int running, out _)
            ? Math.Max(0, running - 1 - members.Count(Runs))
            : null;
    }

    /// <summary>The server's own processes, or its threads where it has no children, outside the pools that run or want
    /// to run; null when that is
    /// not to be had.</summary>
    internal int? OfServer(int server)
    {
        var length = KernelFile.Read(
            root.Path(string.Create(CultureInfo.InvariantCulture, $"/proc/{server}/task/{server}/children")),
            _text
        );
        if (length < 0)
            return null;

        var running = 0;
        var rest = (ReadOnlySpan<byte>)_text.AsSpan(0, length);
        while (Utf8Parser.TryParse(rest, out int child, out var used))
        {
            running += !isInPool(child) && Runs(child) ? 1 : 0;
            rest = rest[Math.Min(used + 1, rest.Length)..];
        }

        return length > 0 ? running : ThreadGroup.Others(root, server).Count(each => !isInPool(each) && Runs(each));
    }

    // The state stands behind the last bracket: a name may hold any.
    internal bool Runs(int processId)
    {
        var length = KernelFile.Read(
            root.Path(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/stat")),
            _stat
        );
        var close = length < 0 ? -1 : _stat.AsSpan(0, length).LastIndexOf((byte)')');
        return close >= 0 && close + 2 < length && _stat[close + 2] == (byte)'R';
    }
}
