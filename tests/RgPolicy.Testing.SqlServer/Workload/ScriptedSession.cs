namespace RgPolicy.Testing.SqlServer.Workload;

/// <summary>A session of the workload and what it executes.</summary>
/// <param name="Name">Its name in the scenario.</param>
/// <param name="Session">The session's number.</param>
/// <param name="Database">Where it is.</param>
/// <param name="Requests">What it executes.</param>
internal sealed record ScriptedSession(
    string Name,
    int Session,
    string Database,
    ImmutableArray<RequestScript> Requests
);
