namespace RgPolicy.Dbms.Trials;

/// <summary>What is known of a server before something is tried on it.</summary>
/// <param name="Name">The connection without any secret.</param>
/// <param name="Version">The server's version in its own words.</param>
/// <param name="OtherSessions">Sessions of others at this moment, idle ones too.</param>
/// <param name="MostWorkers">Workers that all parallel plans together may have.</param>
/// <param name="ProcessId">The process that runs the statements.</param>
/// <param name="IsLocal">The server is on this host.</param>
public sealed record TrialFacts(
    string Name,
    string Version,
    int OtherSessions,
    int MostWorkers,
    int ProcessId,
    bool IsLocal
);
