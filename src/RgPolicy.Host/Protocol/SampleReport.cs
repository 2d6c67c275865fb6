namespace RgPolicy.Host.Protocol;

/// <summary>What one query's processes have touched.</summary>
/// <param name="ProcessId">Its backend.</param>
/// <param name="Points">What was touched within each window, shortest first; empty when there was a problem.</param>
/// <param name="ReadBytes">What they read from files within the longest window, in bytes.</param>
/// <param name="CostMicroseconds">How long looking took.</param>
/// <param name="Problem">Why there are no points; empty when there are.</param>
/// <param name="IsPassing">Whether the problem says nothing about the query: asked again later, it may well
/// work.</param>
/// <param name="Number">The request's.</param>
internal sealed record SampleReport(
    int ProcessId,
    IReadOnlyList<TouchedPoint> Points,
    long ReadBytes,
    int CostMicroseconds,
    string Problem,
    bool IsPassing = false,
    int Number = 0
);

/// <summary>One point of the curve of a working set over its window (Denning).</summary>
/// <param name="Milliseconds">The window.</param>
/// <param name="PrivateBytes">Touched within it, of the processes' own memory, all added up.</param>
/// <param name="SharedBytes">Of the memory that they share: of the process that touched most.</param>
internal readonly record struct TouchedPoint(int Milliseconds, long PrivateBytes, long SharedBytes)
{
    /// <summary>Both.</summary>
    public long Bytes => PrivateBytes + SharedBytes;
}

/// <summary>Asks what one query's processes touch of their memory.</summary>
/// <param name="Processes">Its backend, then its parallel workers.</param>
/// <param name="BudgetMicroseconds">Time that looking may take in all; the sidecar has a limit of its own.</param>
/// <param name="IsClient">Whether the DBMS's own table said that they are a client's.</param>
/// <param name="Number">Comes back with the report: an earlier one may still be under way.</param>
internal sealed record SampleRequest(
    IReadOnlyList<int> Processes,
    int BudgetMicroseconds,
    bool IsClient,
    int Number = 0
)
{
    /// <summary>Most processes of one query.</summary>
    public const int MostProcesses = 64;

    /// <summary>How much longer than looking took the sidecar rests after it.</summary>
    public const int RestPerCost = 100;
}
