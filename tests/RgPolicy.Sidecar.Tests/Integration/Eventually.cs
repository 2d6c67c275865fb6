using System.Diagnostics;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Waits for something that must become true.</summary>
internal static class Eventually
{
    /// <summary>The bound within which everything must be as before after a death.</summary>
    internal static readonly TimeSpan RestoreBound = TimeSpan.FromSeconds(IsEmulated ? 10 : 2);

    internal static readonly TimeSpan Patience = TimeSpan.FromSeconds(IsEmulated ? 120 : 20);

    // The test machine's processor is emulated: five times as long there.
    private static bool IsEmulated => Environment.GetEnvironmentVariable("RGPOLICY_EMULATED") == "1";

    internal static void True(Func<bool> condition, string what) => True(condition, what, Patience);

    internal static void True(Func<bool> condition, string what, TimeSpan bound)
    {
        var started = Stopwatch.GetTimestamp();
        while (!condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < bound, $"not within {bound.TotalSeconds} s: {what}");
            Pause.Milliseconds(5);
        }
    }
}
