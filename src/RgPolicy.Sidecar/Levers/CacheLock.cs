using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

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
            {
                return held;
            }

            Pause.Milliseconds(PauseMilliseconds);
        }
    }
}
