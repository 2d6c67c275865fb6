namespace RgPolicy.Service.ThisHost;

/// <summary>Adds the host's pressure to observations; read once a second, for the kernel renews it every two, and more
/// seldom where reading is dear.</summary>
/// <param name="read">Reads it, where wanted with the use of the processors; null where it cannot be read.</param>
/// <param name="time">The clock.</param>
internal sealed class PressureStep(Func<bool, HostPressure>? read, TimeProvider time)
{
    // At most one part in so many of a processor's time goes into reading.
    private const int Thrift = 200;
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    private HostPressure? _last;
    private TimeSpan _interval = Shortest;
    private long _lastRead;

    public Observation AddTo(Observation seen, bool withProcessors)
    {
        if (read is null || seen.Pressure is not null)
            return seen;

        if (_last is null || time.GetElapsedTime(_lastRead) >= _interval)
        {
            var began = time.GetTimestamp();
            _last = read(withProcessors);
            _lastRead = time.GetTimestamp();
            var thrifty = Thrift * time.GetElapsedTime(began, _lastRead);
            _interval = thrifty > Shortest ? thrifty : Shortest;
        }

        return seen with
        {
            Pressure = _last,
        };
    }
}

/// <summary>Reads the pressure of a server's host.</summary>
internal sealed class ServerHost(IObserver observer, FileRoot root)
{
    private readonly PressureReader _pressure = new(root);
    private (int Server, ProcessorUse Use)? _processors;

    /// <summary>Reads it; null where the server is on another host.</summary>
    public static Func<bool, HostPressure>? ReaderOf(IObserver observer, FileRoot root) =>
        observer.Server.IsLocal ? new ServerHost(observer, root).Read : null;

    private HostPressure Read(bool withProcessors)
    {
        var now = _pressure.Read();
        return new HostPressure(now.CpuPercent, now.IoPercent, now.MemoryPercent)
        {
            Processors = withProcessors ? ReadProcessors() : null,
        };
    }

    private HostProcessors? ReadProcessors()
    {
        var server = observer.Server.ProcessId ?? ParentOf(observer.Server.OwnBackend) ?? _processors?.Server;
        if (server is { } process && _processors?.Server != process)
            _processors = (process, new ProcessorUse(root, process));

        return _processors?.Use.Read();
    }

    // Only the observer's first backend is known, which may have ended long ago.
    private int? ParentOf(int? backend) =>
        backend is { } process && ProcessStat.Read(root, process) is { ParentId: > 1 and var parent } ? parent : null;
}
