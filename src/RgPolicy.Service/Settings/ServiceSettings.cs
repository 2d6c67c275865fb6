using System.Collections.Immutable;

namespace RgPolicy.Service.Settings;

/// <summary>Everything that a service is told at its start.</summary>
public sealed record ServiceSettings
{
    /// <summary>The servers that it governs, by name; at least one.</summary>
    public required ImmutableArray<TargetSettings> Targets { get; init; }

    /// <summary>The directory of the targets' status sockets; null is the usual one.</summary>
    public string? RuntimeDirectory { get; init; }

    /// <summary>The directory of what outlives a restart: pauses, and what was changed in servers; null
    /// is the usual one.</summary>
    public string? StateDirectory { get; init; }

    /// <summary>Where the status page is served; null for nowhere.</summary>
    public ListenAddress? Listen { get; init; }

    /// <summary>The file of the token that orders from the console need; null takes none.</summary>
    public string? TokenFile { get; init; }

    /// <summary>Where metrics are sent; null for nowhere.</summary>
    public OtlpSettings? Otlp { get; init; }

    /// <summary>The log.</summary>
    public LogSettings Log { get; init; } = new();
}
