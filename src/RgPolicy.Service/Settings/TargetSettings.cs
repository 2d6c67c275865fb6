using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Settings;

/// <summary>One server that a service governs.</summary>
public sealed record TargetSettings
{
    /// <summary>So long nothing is cancelled where nothing was said: 1 min.</summary>
    public static readonly TimeSpan UsualCancelGrace = TimeSpan.FromMinutes(1);

    /// <summary>What it is called in files' names, messages and metrics: small letters, digits,
    /// <c>-</c> and <c>_</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The policy's file, absolute.</summary>
    public required string Policy { get; init; }

    /// <summary>A changed policy waits until it is approved.</summary>
    public bool ApprovePolicy { get; init; }

    /// <summary>The connection, without a password.</summary>
    public required string Connect { get; init; }

    /// <summary>The file whose first line is the password, or null.</summary>
    public string? PasswordFile { get; init; }

    /// <summary>How far the loop goes.</summary>
    public GovernorLevel Level { get; init; }

    /// <summary>Rules may cancel queries.</summary>
    public bool MayCancel { get; init; }

    /// <summary>So long after the start nothing is cancelled.</summary>
    public TimeSpan CancelGrace { get; init; } = UsualCancelGrace;

    /// <summary>The sidecar's socket.</summary>
    public string Sidecar { get; init; } = SidecarDefaults.SocketPath;

    /// <summary>The directory of the sidecar's journal.</summary>
    public string SidecarState { get; init; } = SidecarDefaults.StateDirectory;

    /// <summary>What status, page and log show of statements' texts.</summary>
    public TextDisplay ShowText { get; init; }

    /// <summary>Where what happens is kept minute by minute; null is the usual place.</summary>
    public string? Minutes { get; init; }

    /// <summary>The file of a simulation that the console shows beside what was measured, or null.</summary>
    public string? Simulated { get; init; }

    /// <summary>The audit trail's file, or null.</summary>
    public string? Audit { get; init; }
}
