using System.Collections.Immutable;

namespace RgPolicy.Dbms.Trials;

/// <summary>A server on which statements are tried under settings, on sessions that may not write.</summary>
public interface ITrialServer : IAsyncDisposable
{
    /// <summary>What is known of it.</summary>
    TrialFacts Facts { get; }

    /// <summary>The clients' sessions, at least one; each runs one statement at a time.</summary>
    IReadOnlyList<ITrialSession> Sessions { get; }

    /// <summary>The program that runs the workload in place of the sessions; null where they do.</summary>
    ITrialBench? Bench => null;
}

/// <summary>What is known of a server before something is tried on it.</summary>
/// <param name="Name">The connection without any secret.</param>
/// <param name="Version">The server's version in its own words.</param>
/// <param name="OtherSessions">Sessions of others at this moment, idle ones too.</param>
/// <param name="MostWorkers">Workers that all parallel plans together may have; null where a statement never has
/// any.</param>
/// <param name="IsLocal">The server is on this host.</param>
/// <param name="IsThreaded">Its sessions are threads of one process.</param>
public sealed record TrialFacts(
    string Name,
    string Version,
    int OtherSessions,
    int? MostWorkers,
    bool IsLocal,
    bool IsThreaded = false
)
{
    /// <summary><c>postgresql</c>, <c>sqlserver</c>, <c>mariadb</c> or <c>mysql</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The version as numbers.</summary>
    public required ImmutableArray<long> VersionParts { get; init; }
}
