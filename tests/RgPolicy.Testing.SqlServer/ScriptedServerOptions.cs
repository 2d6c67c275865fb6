namespace RgPolicy.Testing.SqlServer;

/// <summary>Which server is played.</summary>
internal sealed record ScriptedServerOptions
{
    /// <summary>The release's year: 2016 to 2025.</summary>
    public int Release { get; init; } = 2022;

    /// <summary>enterprise, developer, standard, web, express or managedinstance.</summary>
    public string Edition { get; init; } = "enterprise";

    /// <summary>What it calls itself.</summary>
    public string Name { get; init; } = "scripted";

    /// <summary>Logins as <c>name:password:permission,permission</c>; without any, and without a scenario, there is an
    /// administrator.</summary>
    public ImmutableArray<string> Logins { get; init; } = [];

    /// <summary>A scenario file, or null for a server without a workload.</summary>
    public string? Scenario { get; init; }
}
