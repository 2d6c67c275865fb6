using System.Diagnostics;

namespace RgPolicy.Testing;

/// <summary>The processor time of the thread that asks, so that other work on the machine does not count; where the
/// kernel does not tell it, the time that goes by.</summary>
internal sealed class OwnTime
{
    private const string Told = "/proc/thread-self/schedstat";
    private readonly TimeSpan _begun = Now();

    private OwnTime() { }

    /// <summary>Since it was made, by the same thread.</summary>
    internal TimeSpan Elapsed => Now() - _begun;

    internal static OwnTime Start() => new();

    private static TimeSpan Now() =>
        File.Exists(Told)
        && long.TryParse(File.ReadAllText(Told).Split(' ')[0], CultureInfo.InvariantCulture, out var nanoseconds)
        && nanoseconds > 0 // A kernel that keeps no such figures says 0.
            ? TimeSpan.FromTicks(nanoseconds / 100)
            : Stopwatch.GetElapsedTime(0);
}
