using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Native;

/// <summary>
/// A process held by pidfd: while it lives, its number means it and nothing else. Kernels before 5.3
/// have no pidfd; then the start time alone tells.
/// </summary>
internal sealed class PinnedProcess : IDisposable
{
    private const nint PidfdOpen = 434;
    private readonly FileRoot _root;
    private readonly ulong _startTime;

    private PinnedProcess(FileRoot root, int processId, int descriptor, ulong startTime)
    {
        _root = root;
        ProcessId = processId;
        Descriptor = descriptor;
        _startTime = startTime;
    }

    internal int ProcessId { get; }

    /// <summary>The pidfd, or -1.</summary>
    internal int Descriptor { get; private set; }

    /// <summary>Whether that very process still runs; one that waits to be collected does not.</summary>
    internal bool IsAlive
    {
        get
        {
            if (Descriptor < 0)
                return ProcessStat.Read(_root, ProcessId) is { HasEnded: false } stat && stat.StartTime == _startTime;

            Span<PollEntry> entry = [new PollEntry(Descriptor)];
            return Libc.Poll(entry, 1, 0) == 0;
        }
    }

    /// <summary>Pins the process that has this number now and says when it started, or null when there
    /// is none.</summary>
    internal static PinnedProcess? Open(FileRoot root, int processId, out ProcessStat stat)
    {
        stat = default;
        var descriptor = OpenDescriptor(processId);
        if (descriptor == -1)
            return null;

        // Read through the pin: if it still lives afterwards, all that was read is about it.
        if (ProcessStat.Read(root, processId) is { HasEnded: false } found)
        {
            stat = found;
            var pinned = new PinnedProcess(root, processId, Math.Max(descriptor, -1), found.StartTime);
            if (pinned.IsAlive)
                return pinned;

            pinned.Dispose();
            return null;
        }

        _ = descriptor >= 0 ? Libc.Close(descriptor) : 0;
        return null;
    }

    /// <summary>A pidfd; -1 when there is no such process, -2 when the kernel has none to give.</summary>
    internal static int OpenDescriptor(int processId)
    {
        var descriptor = (int)Libc.SystemCall(PidfdOpen, processId, 0, (nint)0);
        return descriptor >= 0 ? descriptor
            : Errno.Last == Errno.NoProcess ? -1
            : -2;
    }

    public void Dispose()
    {
        if (Descriptor >= 0)
        {
            _ = Libc.Close(Descriptor);
            Descriptor = -1;
        }
    }
}
