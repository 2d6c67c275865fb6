namespace RgPolicy.Sidecar.Upkeep;

/// <summary>Threads that work while they are wanted and sleep otherwise. They start when they are first wanted.</summary>
/// <param name="threads">Each with its name; its work returns soon after <see cref="IsWanted"/> is false.</param>
internal sealed class WantedThreads(params (string Name, Action Work)[] threads) : IDisposable
{
    private const int StackBytes = 128 * 1024;
    private readonly ManualResetEvent _wanted = new(initialState: false);
    private volatile bool _isWanted;
    private volatile bool _isOver;
    private bool _hasStarted;

    internal bool IsWanted => _isWanted;

    /// <summary>Sleeps until the thread is wanted; false when it is to end.</summary>
    internal bool Wait() => _wanted.WaitOne() && !_isOver;

    internal void Want(bool wanted)
    {
        if (wanted == _isWanted)
            return;
        _isWanted = wanted;
        if (!wanted)
        {
            _wanted.Reset();
            return;
        }

        if (!_hasStarted)
            Array.ForEach(threads, each => Start(each.Name, each.Work));
        _hasStarted = true;
        _wanted.Set();
    }

    public void Dispose()
    {
        _isOver = true;
        _isWanted = false;
        _wanted.Set();
    }

    private static void Start(string name, Action work) =>
        new Thread(() => work(), StackBytes) { IsBackground = true, Name = name }.Start();
}
