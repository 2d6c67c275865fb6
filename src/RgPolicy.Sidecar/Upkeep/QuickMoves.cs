using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Upkeep;

/// <summary>
/// Keeps moves quick while a process is throttled: a backend that has ended its statement is handed on by
/// a pool within a millisecond, and the move that lets it out would wait 4 to 28 ms for the kernel's
/// lock on forks; docs/internals/decisions/0008.
/// </summary>
internal sealed class QuickMoves : IDisposable
{
    private const int RareMilliseconds = 100;
    private readonly int _milliseconds;
    private readonly object _gate = new();
    private readonly WantedThreads _thread;
    private GroupTouch? _touch;

    /// <param name="interval">Time between two writes, whole milliseconds; zero for none ever.</param>
    internal QuickMoves(TimeSpan interval) =>
        (_milliseconds, _thread) = ((int)interval.TotalMilliseconds, new WantedThreads(("ready", Run)));

    /// <summary>Writes done.</summary>
    internal long Writes { get; private set; }

    /// <summary>Takes in where to write, and owns it; null for nowhere.</summary>
    internal void Watch(GroupTouch? touch)
    {
        lock (_gate)
        {
            _touch?.Dispose();
            _touch = touch;
        }
    }

    /// <summary>Starts or stops writing.</summary>
    internal void Want(bool wanted) => _thread.Want(wanted && _milliseconds > 0);

    public void Dispose()
    {
        _thread.Dispose();
        Watch(null);
    }

    private void Run()
    {
        while (_thread.Wait())
        {
            while (_thread.IsWanted && Write())
                _ = Libc.Poll([], 0, _milliseconds);

            // Nowhere to write, or the server's main process is elsewhere now.
            _ = Libc.Poll([], 0, RareMilliseconds);
        }
    }

    private bool Write()
    {
        lock (_gate)
        {
            if (_touch?.Write() != true)
                return false;

            Writes++;
            return true;
        }
    }
}
