namespace RgPolicy.Host.Protocol;

/// <summary>Where the sidecar is found when nothing else is said.</summary>
internal static class SidecarDefaults
{
    /// <summary>Its socket.</summary>
    public const string SocketPath = "/run/rgpolicy/sidecar.sock";

    /// <summary>The directory of its journal.</summary>
    public const string StateDirectory = "/run/rgpolicy";

    /// <summary>The directory in which root's provisioner says what it handed to the server's user.</summary>
    public const string ProvisionDirectory = "/run/rgpolicy-provision";

    /// <summary>Time after which the sidecar lets everything go when no heartbeat comes.</summary>
    public static TimeSpan Lease { get; } = TimeSpan.FromMilliseconds(1500);

    /// <summary>Time that a client waits for an answer.</summary>
    public static TimeSpan RequestTimeout { get; } = TimeSpan.FromSeconds(2);
}
