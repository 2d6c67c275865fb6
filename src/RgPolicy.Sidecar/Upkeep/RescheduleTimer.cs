using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Upkeep;

/// <summary>
/// Makes the kernel choose anew, every few milliseconds on each processor, which process runs there: one thread for
/// each processor that wakes and sleeps again. Weights alone do not bring a process that wakes onto its processor at
/// once. Since Linux 6.6 it may have to wait for the next tick (4 ms at 250 a second), however little the running one
/// weighs; docs/internals/decisions/0003.
/// </summary>
internal sealed class RescheduleTimer : IDisposable
{
    private readonly int _milliseconds;
    private readonly WantedThreads _threads;

    /// <param name="interval">Time between two beats, whole milliseconds; zero for none ever.</param>
    /// <param name="cpus">The processors.</param>
    internal RescheduleTimer(TimeSpan interval, ImmutableArray<int> cpus)
    {
        _milliseconds = (int)interval.TotalMilliseconds;
        _threads = new WantedThreads([
            .. cpus.Select(cpu => (FormattableString.Invariant($"reschedule {cpu}"), (Action)(() => BeatOn(cpu)))),
        ]);
    }

    /// <summary>The timer of the processors that this process may run on.</summary>
    internal static RescheduleTimer Here(TimeSpan interval) => new(interval, Scheduling.GetAffinity(0) ?? []);

    /// <summary>Starts or stops beating.</summary>
    internal void Want(bool wanted) => _threads.Want(wanted && _milliseconds > 0);

    public void Dispose() => _threads.Dispose();

    private void BeatOn(int cpu)
    {
        if (Scheduling.SetAffinity(0, [cpu]) != 0)
            return;

        while (_threads.Wait())
        {
            while (_threads.IsWanted)
                _ = Libc.Poll([], 0, _milliseconds);
        }
    }
}
