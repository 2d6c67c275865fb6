using RgPolicy.Service.Settings;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Composing;

/// <summary>What a loop is asked to do, of a command or of a service; every path is absolute.</summary>
public sealed record LoopRequest
{
    /// <summary>The policy's path, as the user gave it.</summary>
    public required string Policy { get; init; }

    /// <summary>The server; null for a recording.</summary>
    public string? Connect { get; init; }

    /// <summary>A changed policy waits until it is approved.</summary>
    public bool ApprovePolicy { get; init; }

    /// <summary>How far the loop goes.</summary>
    public GovernorLevel Level { get; init; }

    /// <summary>Rules may cancel queries.</summary>
    public bool MayCancel { get; init; }

    /// <summary>So long after the start nothing is cancelled.</summary>
    public TimeSpan CancelGrace { get; init; } = TargetSettings.UsualCancelGrace;

    /// <summary>What status, page and log show of statements' texts.</summary>
    public TextDisplay ShowText { get; init; }

    /// <summary>How long it goes on; null is until it is told to end, or the recording ends.</summary>
    public TimeSpan? For { get; init; }

    /// <summary>Where the sidecar is.</summary>
    public required SidecarPlace Sidecar { get; init; }

    /// <summary>The kill switch.</summary>
    public required string PauseFile { get; init; }

    /// <summary>Where hints are remembered.</summary>
    public required string ChangesDirectory { get; init; }

    /// <summary>Everything that is changed goes here.</summary>
    public string? Audit { get; init; }

    /// <summary>Reactions as JSON lines go here.</summary>
    public string? Reactions { get; init; }
}
