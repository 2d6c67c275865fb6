using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Keeping;

/// <summary>
/// Makes the kernel choose anew, every few milliseconds on each processor, which process runs there: one thread for
/// each processor that wakes and sleeps again. Weights alone do not bring a process that wakes onto its processor at
/// once. Since Linux 6.6 it may have to wait for the next tick (4 ms at 250 a second), however little the running one
/// weighs; docs/internals/decisions/0003.
/// </summary>
internal sealed class Pulse : IDisposable
{
    private const int StackBytes = 128 * 1024;
    private readonly int _milliseconds;
    private readonly ImmutableArray<int> _cpus;
    private readonly ManualResetEvent _wanted = new(initialState: false);
    private volatile bool _isWanted;
    private volatile bool _isOver;
    private bool _hasStarted;

    /// <param name="interval">Time between two beats, whole milliseconds; zero for none ever.</param>
    /// <param name="cpus">The processors.</param>
    internal Pulse(TimeSpan interval, ImmutableArray<int> cpus) =>
        (_milliseconds, _cpus) = ((int)interval.TotalMilliseconds, cpus);

    /// <summary>The pulse of the processors that this process may run on.</summary>
    internal static Pulse Here(TimeSpan interval) => new(interval, Scheduling.GetAffinity(0) ?? []);

    /// <summary>Starts or stops beating.</summary>
    internal void Want(bool wanted)
    {
        if (wanted == _isWanted || _milliseconds == 0)
        {
            return;
        }

        _isWanted = wanted;
        if (!wanted)
        {
            _wanted.Reset();
            return;
        }

        Start();
        _wanted.Set();
    }

    public void Dispose()
    {
        _isOver = true;
        _isWanted = false;
        _wanted.Set();
    }

    private void Start()
    {
        if (_hasStarted)
        {
            return;
        }

        _hasStarted = true;
        foreach (var cpu in _cpus)
        {
            new Thread(() => BeatOn(cpu), StackBytes)
            {
                IsBackground = true,
                Name = string.Create(CultureInfo.InvariantCulture, $"pulse {cpu}"),
            }.Start();
        }
    }

    private void BeatOn(int cpu)
    {
        if (Scheduling.SetAffinity(0, [cpu]) != 0)
        {
            return;
        }

        while (_wanted.WaitOne() && !_isOver)
        {
            while (_isWanted)
            {
                _ = Libc.Poll([], 0, _milliseconds);
            }
        }
    }
}
