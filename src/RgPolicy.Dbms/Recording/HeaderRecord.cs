namespace RgPolicy.Dbms.Recording;

/// <summary>The first line of a recording: the server without a secret and without its processes, which are not on the
/// reader's host, and the host.</summary>
internal sealed record HeaderRecord(
    string? Schema,
    DateTimeOffset Started,
    bool HasTexts,
    ServerRecord? Server,
    HostRecord? Host
)
{
    public static HeaderRecord Of(RecordingHeader header) =>
        new(
            RecordingLimits.Schema,
            header.Started,
            header.HasTexts,
            new ServerRecord(
                header.Server.Kind,
                header.Server.Version,
                header.Server.VersionParts,
                WithoutPassword(header.Server.Target)
            ),
            HostRecord.Of(header.Host)
        );

    /// <exception cref="JsonException">A part is missing or does not fit.</exception>
    public RecordingHeader ToHeader() =>
        Server is { Kind: { } kind, Version: { } version, VersionParts: { } parts, Target: { } target }
        && Host is not null
            ? new RecordingHeader(
                new ServerFacts(kind, version, parts, target, null, false),
                Host.ToProfile(),
                Started,
                HasTexts
            )
            : throw new JsonException("a part of the header is missing");

    /// <summary>A connection reaches this place without its password; should one ever be there, it stays out.</summary>
    private static string WithoutPassword(string target)
    {
        var scheme = target.IndexOf("://", StringComparison.Ordinal);
        var at = scheme < 0 ? -1 : target.LastIndexOf('@');
        var colon = at < 0 ? -1 : target.IndexOf(':', scheme + 3, at - scheme - 3);
        return colon < 0 ? target : string.Concat(target.AsSpan(0, colon), target.AsSpan(at));
    }
}

/// <summary>What tells of a first line whether this program can read the rest.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]
internal sealed record SchemaRecord(string? Schema);

internal sealed record ServerRecord(string? Kind, string? Version, ImmutableArray<long>? VersionParts, string? Target);

/// <summary>What policies are bound against.</summary>
internal sealed record HostRecord(
    string? Name,
    string? DbmsKind,
    ImmutableArray<long>? DbmsVersion,
    string? OperatingSystem,
    int Sockets,
    int Cores,
    long LlcBytes,
    long L2Bytes,
    int LlcWays,
    int MinimumMaskBits,
    int ClassesOfService,
    bool HasMemoryBandwidthAllocation
)
{
    private const int Most = 65_536;

    public static HostRecord Of(TargetProfile host) =>
        new(
            host.Name,
            host.DbmsKind,
            host.DbmsVersion,
            host.OperatingSystem,
            host.Sockets,
            host.Cores,
            host.LlcBytes,
            host.L2Bytes,
            host.LlcWays,
            host.MinimumMaskBits,
            host.ClassesOfService,
            host.HasMemoryBandwidthAllocation
        );

    public TargetProfile ToProfile() =>
        new()
        {
            Name = Name ?? "",
            DbmsKind = DbmsKind ?? "",
            DbmsVersion = DbmsVersion ?? [],
            OperatingSystem = OperatingSystem ?? "",
            Sockets = Sockets.Fitting(Sockets is >= 1 and <= Most),
            Cores = Cores.Fitting(Cores is >= 1 and <= Most),
            LlcBytes = LlcBytes,
            L2Bytes = L2Bytes,
            LlcWays = LlcWays.Fitting(LlcWays is >= 0 and <= Most),
            MinimumMaskBits = MinimumMaskBits.Fitting(MinimumMaskBits is >= 0 and <= Most),
            ClassesOfService = ClassesOfService.Fitting(ClassesOfService is >= 0 and <= Most),
            HasMemoryBandwidthAllocation = HasMemoryBandwidthAllocation,
        };
}
