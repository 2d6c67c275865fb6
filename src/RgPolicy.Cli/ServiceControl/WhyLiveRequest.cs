using System.Collections.Immutable;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Which running or recorded query <c>rgp why</c> was asked about.</summary>
internal sealed record WhyLiveRequest
{
    public string? Policy { get; init; }

    public string? Recording { get; init; }

    public string? Query { get; init; }

    public string? Connect { get; init; }

    public string? PasswordFile { get; init; }

    public int? ProcessId { get; init; }

    /// <summary>The loops that may know it.</summary>
    public required ImmutableArray<ServiceAddress> Services { get; init; }

    public bool Json { get; init; }
}
