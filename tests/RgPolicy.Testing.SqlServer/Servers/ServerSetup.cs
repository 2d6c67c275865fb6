namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>What a test wants to find on its server.</summary>
internal sealed record ServerSetup
{
    /// <summary>Logins as <c>name:password:permission,permission</c>.</summary>
    public ImmutableArray<string> Logins { get; init; } = [];

    /// <summary>The workload: a scenario file's name without its ending, or null for none.</summary>
    public string? Scenario { get; init; }

    /// <summary>Whether it takes encrypted connections only, with a certificate of its own making.</summary>
    public bool IsEncrypted { get; init; }

    /// <summary>The scenario's file, or null.</summary>
    internal string? ScenarioFile =>
        Scenario is { } name ? Path.Combine(AppContext.BaseDirectory, "Scenarios", name + ".json") : null;
}
