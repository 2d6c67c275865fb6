using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Keeping;

/// <summary>
/// Keeps moves quick while a process is narrowed: a backend that has ended its statement is handed on by
/// a pool within a millisecond, and the move that lets it out would wait 4 to 28 ms for the kernel's
/// lock on forks; docs/internals/decisions/0008.
/// </summary>
internal sealed class ReadyKeeper : IDisposable
{
    private const int StackBytes = 128 * 1024;
    private const int RareMilliseconds = 100;
    private readonly int _milliseconds;
    private readonly object _gate = new();
    private readonly ManualResetEvent _wanted = new(initialState: false);
    private volatile bool _isWanted;
    private volatile bool _isOver;
    private GroupTouch? _touch;
    private bool _hasStarted;

    /// <param name="interval">Time between two writes, whole milliseconds; zero for none ever.</param>
    internal ReadyKeeper(TimeSpan interval) => _milliseconds = (int)interval.TotalMilliseconds;

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
        Watch(null);
    }

    private void Start()
    {
        if (_hasStarted)
        {
            return;
        }

        _hasStarted = true;
        new Thread(Run, StackBytes) { IsBackground = true, Name = "ready" }.Start();
    }

    private void Run()
    {
        while (_wanted.WaitOne() && !_isOver)
        {
            while (_isWanted && Write())
            {
                _ = Libc.Poll([], 0, _milliseconds);
            }

            // Nowhere to write, or the server's main process is elsewhere now.
            _ = Libc.Poll([], 0, RareMilliseconds);
        }
    }

    private bool Write()
    {
        lock (_gate)
        {
            if (_touch?.Write() != true)
            {
                return false;
            }

            Writes++;
            return true;
        }
    }
}
