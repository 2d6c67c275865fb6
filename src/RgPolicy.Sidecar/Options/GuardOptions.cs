using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Options;

/// <summary>The command line of <c>guard</c> and, with the same words, of <c>mover</c>.</summary>
internal sealed record GuardOptions
{
    internal string SocketPath { get; init; } = SidecarDefaults.SocketPath;

    internal string StateDirectory { get; init; } = SidecarDefaults.StateDirectory;

    /// <summary>Where postmaster.pid is, or null.</summary>
    internal string? DataDirectory { get; init; }

    /// <summary>The file that names the main process, where that is not postmaster.pid in the data directory; or
    /// null.</summary>
    internal string? PidFile { get; init; }

    /// <summary>The DBMS's main process, when it is given by number.</summary>
    internal int? Postmaster { get; init; }

    /// <summary>Users that may connect beside root and the own one.</summary>
    internal ImmutableArray<uint> ClientUsers { get; init; } = [];

    /// <summary>The group that owns the socket and whose processes may connect, or null.</summary>
    internal uint? ClientGroup { get; init; }

    /// <summary>Where the provisioner says what it handed over.</summary>
    internal string ProvisionDirectory { get; init; } = SidecarDefaults.ProvisionDirectory;

    /// <summary>Of the provisioner only: how long to wait for a server that is about to start.</summary>
    internal TimeSpan Wait { get; init; }

    /// <summary>Of the prefetchers' helper only: the CPUs that it is about.</summary>
    internal ImmutableArray<int>? Cores { get; init; }

    internal string? LimitsFile { get; init; }

    internal TimeSpan Lease { get; init; } = SidecarDefaults.Lease;

    /// <summary>Of the mover only: the descriptor of its connection with the guard.</summary>
    internal int? Channel { get; init; }

    /// <summary>Of the mover only: the descriptor that holds the state directory's lock.</summary>
    internal int? LockDescriptor { get; init; }

    /// <summary>The words after the verb, without those of the mover only.</summary>
    internal ImmutableArray<string> Words { get; init; } = [];
}
