using RgPolicy.Service.Settings;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.Live;

/// <summary>What <c>rgp run</c> was asked for.</summary>
internal sealed record RunRequest
{
    public required string Policy { get; init; }

    public string? Recording { get; init; }

    public string? Connect { get; init; }

    public string? PasswordFile { get; init; }

    public GovernorLevel Level { get; init; }

    /// <summary>Rules may cancel queries.</summary>
    public bool MayCancel { get; init; }

    /// <summary>So long after the start nothing is cancelled.</summary>
    public TimeSpan CancelGrace { get; init; } = TargetSettings.UsualCancelGrace;

    public double? Speed { get; init; }

    public TimeSpan? For { get; init; }

    /// <summary>How long to wait for a server that is not ready; null where nothing was said.</summary>
    public TimeSpan? Wait { get; init; }

    public required SidecarPlace Sidecar { get; init; }

    public required string StatusSocket { get; init; }

    /// <summary>The kill switch.</summary>
    public required string PauseFile { get; init; }

    /// <summary>Where the status page is served; null for nowhere.</summary>
    public string? Listen { get; init; }

    /// <summary>The file of the token that orders from the console need; null takes none.</summary>
    public string? TokenFile { get; init; }

    /// <summary>Where what happens is kept minute by minute; null keeps it in memory.</summary>
    public string? Minutes { get; init; }

    /// <summary>The file of a simulation that the console shows beside what was measured; null for none.</summary>
    public string? Simulated { get; init; }

    /// <summary>A changed policy waits until it is approved.</summary>
    public bool ApprovePolicy { get; init; }

    /// <summary>Where hints are remembered; null is the usual place.</summary>
    public string? Journal { get; init; }

    /// <summary>Everything that is changed goes here.</summary>
    public string? Audit { get; init; }

    /// <summary>What status, page and log show of statements' texts.</summary>
    public TextDisplay ShowText { get; init; }

    /// <summary>Reactions as JSON lines go here.</summary>
    public string? Reactions { get; init; }

    public bool Verbose { get; init; }

    public bool Json { get; init; }
}
