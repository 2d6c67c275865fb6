using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>The advisory lock on the resctrl directory, which other managers honour too; never waited for long.</summary>
internal sealed class CacheLock : IDisposable
{
    private const int ExclusiveAtOnce = 2 | 4;
    private const int PauseMilliseconds = 5;
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(300);
    private readonly int _descriptor;

    private CacheLock(int descriptor) => _descriptor = descriptor;

    /// <summary>Takes it, or null when somebody else holds it for too long.</summary>
    internal static CacheLock? Take()
    {
        var descriptor = Libc.Open(ResctrlFacts.Directory, KernelFile.Directory | KernelFile.CloseOnExec, 0);
        if (descriptor < 0)
        {
            return null;
        }

        var started = Stopwatch.GetTimestamp();
        while (Libc.Flock(descriptor, ExclusiveAtOnce) != 0)
        {
            if (Stopwatch.GetElapsedTime(started) > Patience)
            {
                _ = Libc.Close(descriptor);
                return null;
            }

            Pause.Milliseconds(PauseMilliseconds);
        }

        return new CacheLock(descriptor);
    }

    public void Dispose() => _ = Libc.Close(_descriptor);
}
