using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Engine.Sharing;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Policies;
using RgPolicy.Service.ThisHost;
using RgPolicy.Service.Watching;

namespace RgPolicy.Service.Loop;

/// <summary>What a loop is made of.</summary>
internal sealed record LoopParts
{
    /// <summary>The connected observer; it connects again by itself, and stays the caller's to dispose of.</summary>
    public required IObserver Observer { get; init; }

    /// <summary>Connects to the sidecar; used at level enforce only.</summary>
    public Func<CancellationToken, Task<ISidecar>>? ConnectSidecar { get; init; }

    /// <summary>Gives masks to CPUs, where a server's threads cannot be told apart; used at level enforce only, null
    /// where it cannot be done.</summary>
    public CoreControl? Cores { get; init; }

    /// <summary>Why there is no <see cref="Cores"/>; null where there is one, and where it is not the way.</summary>
    public string? CoresMissing { get; init; }

    /// <summary>Keeps hints for later executions; used at level enforce only, null where the DBMS has none.</summary>
    public IStatementHints? Hints { get; init; }

    public required PolicyProgram Program { get; init; }

    public required LoopOptions Options { get; init; }

    /// <summary>Looked at for changes; null where the policy cannot change.</summary>
    public PolicyFile? PolicyFile { get; init; }

    /// <summary>Reads, checks and compares a changed policy beside the loop.</summary>
    internal Func<PolicyFile, PolicyProgram, CancellationToken, PolicyChange> ReadPolicy { get; init; } =
        PolicyChange.Read;

    /// <summary>The clock that a check is ended by: it is work of this process, whatever the loop's own
    /// clock does.</summary>
    internal TimeProvider CheckTime { get; init; } = TimeProvider.System;

    /// <summary>Takes everything that is changed; null where it is not kept.</summary>
    public AuditTrail? Audit { get; init; }

    /// <summary>The kill switch; null where there is none.</summary>
    public PauseSwitch? Pause { get; init; }

    /// <summary>How long it goes on; null is until it is told to end, or the recording ends.</summary>
    public TimeSpan? Duration { get; init; }

    public TimeProvider Time { get; init; } = TimeProvider.System;

    public ILogger Logger { get; init; } = NullLogger.Instance;

    /// <summary>Told what of the start is reached; null where it is not wanted.</summary>
    public StartLog? Start { get; init; }

    /// <summary>How the log's file is; null where there is none.</summary>
    public LogHealth? LogHealth { get; init; }

    /// <summary>Reads the host's pressure, where wanted with the use of the processors; null where it cannot be
    /// read.</summary>
    public Func<bool, HostPressure>? ReadPressure { get; init; }

    /// <summary>Takes each counted reaction.</summary>
    public Action<Reaction>? ReportReaction { get; init; }

    /// <summary>Takes each turn after it was carried out; must be quick.</summary>
    public Action<TurnReport>? ReportTurn { get; init; }

    /// <summary>Called after every turn, also one whose poll failed; must be quick.</summary>
    public Action? TurnCompleted { get; init; }

    internal IProcessTable Processes { get; init; } = new ProcProcessTable();

    /// <summary>Opens a backend of this host for glances between polls.</summary>
    internal Func<int, IBackendGlance> Glance { get; init; } = processId => new BackendGlance(processId);

    /// <summary>The server's part of a host that it shares with other targets; null where it is alone.</summary>
    public HostTenant? Tenant { get; init; }

    /// <summary>Where questions about the loop's state come in; null where there is no way to ask.</summary>
    public StatusBroker? Broker { get; init; }
}

/// <summary>One turn of the loop.</summary>
/// <param name="Seen">What was observed.</param>
/// <param name="Now">The DBMS's clock when the decision was made.</param>
/// <param name="Turn">What was decided.</param>
/// <param name="Governor">Knows every running query's class.</param>
internal readonly record struct TurnReport(Observation Seen, DateTimeOffset Now, GovernorTurn Turn, Governor Governor);
