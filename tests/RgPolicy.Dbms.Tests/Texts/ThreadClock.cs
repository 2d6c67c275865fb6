using System.Diagnostics;
using System.Runtime.InteropServices;

namespace RgPolicy.Dbms.Tests.Texts;

/// <summary>The processor time of the calling thread, which does not grow while others have the processor.</summary>
internal static class ThreadClock
{
    // CLOCK_THREAD_CPUTIME_ID [include/uapi/linux/time.h]
    private const int OfThread = 3;

    /// <summary>The time so far; the clock of the wall where the system has no such time.</summary>
    public static TimeSpan Now =>
        OperatingSystem.IsLinux() && Read(OfThread, out var time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromMicroseconds(time.Nanoseconds / 1000.0)
            : Stopwatch.GetElapsedTime(0);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Read(int clock, out Time time);

    [StructLayout(LayoutKind.Sequential)]
    private struct Time
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
