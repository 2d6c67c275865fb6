using System.Diagnostics;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Measuring;

/// <summary>The verb <c>busy</c>: uses a CPU until it is killed, or for some seconds; a session of its
/// own, as a backend is.</summary>
internal static class BusyLoop
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(20);

    internal static int Run()
    {
        _ = Libc.SetSession();
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < Longest)
            Thread.SpinWait(100_000);

        return 0;
    }
}
