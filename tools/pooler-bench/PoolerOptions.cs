namespace RgPolicy.PoolerBench;

/// <summary>What is run.</summary>
/// <param name="Duration">How long the load runs.</param>
/// <param name="Seed">Of the pauses between heavy statements.</param>
/// <param name="HeavyClients">Clients that run heavy statements.</param>
/// <param name="IdleConnections">Connections beside them that do nothing.</param>
/// <param name="Policy">The policy's file.</param>
/// <param name="Version">PostgreSQL's major version, or null for the distribution's own.</param>
internal sealed record PoolerOptions(
    TimeSpan Duration,
    int Seed,
    int HeavyClients,
    int IdleConnections,
    string Policy,
    int? Version
);
