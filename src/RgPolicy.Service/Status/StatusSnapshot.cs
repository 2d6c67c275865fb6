using System.Buffers;
using System.Globalization;
using RgPolicy.Dbms;
using RgPolicy.Documents;
using RgPolicy.Documents.Policy;
using RgPolicy.Documents.Status;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Engine.Sharing;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Status;

/// <summary>What a loop shows after a turn: copies of all that changes.</summary>
internal sealed record StatusSnapshot : IStatusView
{
    public required string PolicyPath { get; init; }

    public required GovernorLevel Level { get; init; }

    public bool MayCancel { get; init; }

    public TextDisplay ShowText { get; init; }

    public required ServerFacts Server { get; init; }

    public required PolicyState Policy { get; init; }

    public required DecidedQueries Decided { get; init; }

    public required PollState Poll { get; init; }

    public required ReactionSummary Reactions { get; init; }

    /// <summary>Null at levels that touch nothing.</summary>
    public EnforcementState? Enforcement { get; init; }

    /// <summary>What the sidecar said of itself, some seconds ago at most; null while there is none.</summary>
    public SidecarState? Sidecar { get; init; }

    /// <summary>What the DBMS tells of its own resources; null where it tells nothing.</summary>
    public ServerResources? Resources { get; init; }

    /// <summary>Processor time of RgPolicy's own sessions in the DBMS since the loop began; null where
    /// it cannot be read.</summary>
    public TimeSpan? ServerCpu { get; init; }

    /// <summary>The masks of CPUs; null where CPUs have none by themselves.</summary>
    public CoreMaskState? CoreMasks { get; init; }

    /// <summary>How it shares the host with other targets; null where it does not.</summary>
    public HostStanding? Sharing { get; init; }

    /// <summary>Who paused; null while it is not paused.</summary>
    public PauseRecord? Paused { get; init; }

    /// <summary>Null without an audit trail.</summary>
    public AuditState? Audit { get; init; }

    /// <summary>The last changes, the newest first.</summary>
    public IReadOnlyList<(DateTimeOffset Time, AuditEntry Entry)> Changes { get; init; } = [];

    /// <summary>The processes of the queries that should be throttled and are not, as read back.</summary>
    public IReadOnlySet<int> Unenforced { get; init; } = new HashSet<int>();

    /// <summary>What a pool lacks that such queries are in; null where none lacks anything.</summary>
    public string? Lacking { get; init; }

    /// <summary>What does not work beside the loop.</summary>
    public IReadOnlyList<(string Service, string Problem)> SideProblems { get; init; } = [];

    public long LogLost { get; init; }

    /// <summary>Null where no minutes are kept.</summary>
    public long? MinutesLost { get; init; }

    public long Turns { get; init; }

    public TimeSpan Elapsed { get; init; }

    /// <summary>What goes wrong now; null for nothing.</summary>
    public string? LastError => Poll.LastError ?? Policy.Error ?? Enforcement?.LastError ?? InForce.Headline(this);

    public bool IsLasting { get; init; }

    public string Line =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Server.Target} ({Server.Kind} {Server.Version}), level {StatusNames.Level(Level)}: {State}"
        );

    private string State
    {
        get
        {
            if (Poll.IsLost)
            {
                return $"lost: {Poll.LastError ?? "-"}";
            }

            if (Paused is not null)
            {
                return "paused";
            }

            if (Policy.Error is not null)
            {
                return "the last policy was rejected";
            }

            return string.Create(CultureInfo.InvariantCulture, $"{Decided.Queries.Count} queries run");
        }
    }

    public StatusDocument ToDocument() => StatusMapper.Map(this);

    public PolicyDocument ToPolicy() => PolicyUseMapper.Map(this);

    public void WriteStatus(IBufferWriter<byte> output) =>
        DocumentFormat.Write(output, ToDocument(), DocumentFormat.Status);

    public IReadOnlyList<MetricFamily> ToMetrics() => MetricsMapper.Of(this);

    public void WriteMetrics(IBufferWriter<byte> output) => MetricsText.Write(ToMetrics(), output);
}
