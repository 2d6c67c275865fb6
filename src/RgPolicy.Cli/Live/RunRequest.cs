using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Live;

/// <summary>What <c>rgp run</c> was asked for.</summary>
internal sealed record RunRequest : LoopRequest
{
    public string? Recording { get; init; }

    public string? PasswordFile { get; init; }

    public double? Speed { get; init; }

    /// <summary>How long to wait for a server that is not ready; null where nothing was said.</summary>
    public TimeSpan? Wait { get; init; }

    public required string StatusSocket { get; init; }

    /// <summary>Where the status page is served; null for nowhere.</summary>
    public string? Listen { get; init; }

    /// <summary>The file of the token that orders from the console need; null takes none.</summary>
    public string? TokenFile { get; init; }

    /// <summary>Where what happens is kept minute by minute; null keeps it in memory.</summary>
    public string? Minutes { get; init; }

    /// <summary>The file of a simulation that the console shows beside what was measured; null for none.</summary>
    public string? Simulated { get; init; }

    public bool Verbose { get; init; }

    public bool Json { get; init; }
}
