using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.Doctor;

/// <summary>What <c>rgp doctor</c> was asked for.</summary>
/// <param name="Place">Where the sidecar is.</param>
/// <param name="DataDirectory">The server's data directory; null searches the running servers.</param>
/// <param name="Connect">A connection; null leaves the DBMS out.</param>
/// <param name="PasswordFile">Where its password is; null is the environment or pgpass.</param>
internal sealed record DoctorRequest(SidecarPlace Place, string? DataDirectory, string? Connect, string? PasswordFile)
{
    /// <summary>Whether to measure the levers' effect, some seconds of two busy loops.</summary>
    public bool Measure { get; init; }

    /// <summary>Whether it is looked at for watching alone: nothing of this host is needed then.</summary>
    public bool IsForWatching { get; init; }
}
