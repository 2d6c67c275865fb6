namespace RgPolicy.Host.Protocol;

/// <summary>Asks what one query's processes touch of their memory.</summary>
/// <param name="Processes">Its backend, then its parallel workers.</param>
/// <param name="BudgetMicroseconds">Time that looking may take in all; the sidecar has a limit of its own.</param>
/// <param name="IsClient">Whether the DBMS's own table said that they are a client's.</param>
/// <param name="Number">Comes back with the report: an earlier one may still be under way.</param>
public sealed record SampleRequest(IReadOnlyList<int> Processes, int BudgetMicroseconds, bool IsClient, int Number = 0)
{
    /// <summary>Most processes of one query.</summary>
    public const int MostProcesses = 64;

    /// <summary>How much longer than looking took the sidecar rests after it.</summary>
    public const int RestPerCost = 100;
}
