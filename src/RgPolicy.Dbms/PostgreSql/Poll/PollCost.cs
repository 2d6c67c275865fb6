using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// What a poll costs the server: processor time of the poll's own backend where its process is on this
/// host and may be read, else the time that it took by the server's clock, which is never less.
/// </summary>
internal sealed class PollCost : IDisposable
{
    private const int Polls = 20;

    private readonly BackendCpu? _cpu;
    private readonly TimeSpan[] _costs = new TimeSpan[Polls];
    private TimeSpan _before;
    private int _count;

    /// <summary>For a backend on this host, or on another: then the file is not there.</summary>
    public PollCost(int processId) => _cpu = BackendCpu.Open(processId, PostgresBackends.Program);

    /// <summary>True when the server's process with this id is on this host.</summary>
    public bool IsBackendHere => _cpu is not null;

    /// <summary>The median over the last 20 polls, or null before there are that many.</summary>
    public TimeSpan? Median
    {
        get
        {
            if (_count < Polls)
                return null;
            Span<TimeSpan> sorted = stackalloc TimeSpan[Polls];
            _costs.CopyTo(sorted);
            sorted.Sort();
            return sorted[Polls / 2];
        }
    }

    /// <summary>Called in front of a poll.</summary>
    public void Begin() => _before = _cpu?.Read() ?? default;

    /// <summary>Called behind a poll.</summary>
    public void End(TimeSpan elapsed) => _costs[_count++ % Polls] = _cpu is null ? elapsed : _cpu.Read() - _before;

    /// <summary>Forgets what was measured, because polls are different from now on.</summary>
    public void Restart() => _count = 0;

    /// <inheritdoc />
    public void Dispose() => _cpu?.Dispose();
}
