namespace RgPolicy.Sidecar.Serving;

/// <summary>
/// Tells a client that is late from one that hangs. At the end of a lease it may have more time when
/// client or sidecar were ready to run and had no processor: a host that is full is when governing is needed, and no
/// reason to let go. A client that hangs waits for no processor.
/// </summary>
/// <param name="lease">The usual lease.</param>
/// <param name="time">The clock.</param>
/// <param name="waited">How long a process's threads have waited for a processor so far, or null.</param>
/// <param name="self">This process.</param>
internal sealed class LeasePatience(TimeSpan lease, TimeProvider time, Func<int, TimeSpan?> waited, int self)
{
    /// <summary>The longest silence that is ever waited for, in leases.</summary>
    internal const int MostLeases = 3;

    // Of a lease: what was waited for a processor at least, to be called late.
    private const int Part = 5;

    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);

    private readonly Dictionary<int, TimeSpan> _before = [];
    private int _client;
    private long _heard;
    private long _looked;

    /// <summary>The client has renewed its lease.</summary>
    internal void Heard(int client)
    {
        _heard = time.GetTimestamp();
        if (client != _client || time.GetElapsedTime(_looked) >= LookInterval)
        {
            _client = client;
            _before.Clear();
            _ = Waited();
        }
    }

    /// <summary>Whether a silent client gets another lease.</summary>
    internal bool MayWait()
    {
        var silence = time.GetElapsedTime(_heard);
        // Half a lease for what is late itself: the guard, and this process.
        return Waited() >= lease / Part && silence <= ((MostLeases - 1) * lease) + (lease / 2);
    }

    /// <summary>Since the last look, of client and sidecar together.</summary>
    private TimeSpan Waited()
    {
        _looked = time.GetTimestamp();
        return Since(_client) + Since(self);
    }

    private TimeSpan Since(int process)
    {
        var now = waited(process) ?? TimeSpan.Zero;
        var more = _before.TryGetValue(process, out var before) ? now - before : TimeSpan.Zero;
        _before[process] = now;
        return more > TimeSpan.Zero ? more : TimeSpan.Zero;
    }
}
