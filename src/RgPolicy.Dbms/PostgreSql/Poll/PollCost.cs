using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// What a poll costs the server: processor time of the poll's own backend where its process is on this
/// host and may be read, else the time that it took by the server's clock, which is never less.
/// </summary>
internal sealed class PollCost : IDisposable
{
    private readonly BackendCpu? _cpu;
    private TimeSpan _before;

    /// <summary>For a backend on this host, or on another: then the file is not there.</summary>
    public PollCost(int processId) => _cpu = BackendCpu.Open(processId, PostgresBackends.Program);

    /// <summary>True when the server's process with this id is on this host.</summary>
    public bool IsBackendHere => _cpu is not null;

    /// <summary>Called in front of a poll.</summary>
    public void Begin() => _before = _cpu?.Read() ?? default;

    /// <summary>Called behind a poll: its cost.</summary>
    public TimeSpan End(TimeSpan elapsed) => _cpu is null ? elapsed : _cpu.Read() - _before;

    /// <inheritdoc />
    public void Dispose() => _cpu?.Dispose();
}
