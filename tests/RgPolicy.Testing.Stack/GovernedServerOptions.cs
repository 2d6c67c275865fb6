namespace RgPolicy.Testing.Stack;

/// <summary>How a cluster is governed.</summary>
internal sealed record GovernedServerOptions
{
    /// <summary>The policy's file.</summary>
    public required string Policy { get; init; }

    /// <summary>The role that observes.</summary>
    public string Observer { get; init; } = "rgpolicy";

    /// <summary>The database that the observer connects to.</summary>
    public string Database { get; init; } = "postgres";

    /// <summary>
    /// Sidecar and service are sessions of their own to the kernel's scheduler, as units are; without
    /// it they share what the load leaves to the session that starts them.
    /// </summary>
    public bool HasOwnShare { get; init; }

    /// <summary>Sidecar and service are sessions of their own, with the weight that any program from a
    /// terminal has.</summary>
    public bool HasOwnSession { get; init; }

    /// <summary>How long a start may take.</summary>
    public TimeSpan StartTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The sidecar's limits file, JSON, or null for none.</summary>
    public string? Limits { get; init; }

    /// <summary>More options of <c>rgp run</c>.</summary>
    public IReadOnlyList<string> ServiceArguments { get; init; } = [];
}
