namespace RgPolicy.Testing.SqlServer;

/// <summary>An availability group as one of its replicas knows it.</summary>
/// <param name="Name">The group's name.</param>
/// <param name="Replicas">The servers in it, and their ports on 127.0.0.1.</param>
/// <param name="Primary">The server that is the primary.</param>
internal sealed record ScriptedGroup(string Name, ImmutableArray<(string Server, int Port)> Replicas, string Primary)
{
    /// <summary>The name of its listener in the DNS.</summary>
    public string Listener { get; init; } = "listener";

    /// <summary>Its replicas are groups.</summary>
    public bool IsDistributed { get; init; }

    /// <summary>It has a master of its own, in which every session is that begins from now on.</summary>
    public bool IsContained { get; init; }

    /// <summary>The Query Store of its database takes in what secondaries execute.</summary>
    public bool HasStoreForSecondaries { get; init; } = true;

    /// <summary>The database that is in it.</summary>
    public string Database { get; init; } = "rgp_test";
}
