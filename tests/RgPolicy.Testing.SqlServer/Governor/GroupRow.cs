namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>A workload group, with the values that a new one has.</summary>
/// <param name="Id">Its number; 1 and 2 are the server's own.</param>
/// <param name="Name">Its name.</param>
/// <param name="Pool">Its pool.</param>
internal sealed record GroupRow(int Id, string Name, string Pool)
{
    public string Importance { get; init; } = "Medium";

    public double Grant { get; init; } = 25;

    public int CpuTime { get; init; }

    public int GrantTimeout { get; init; }

    public int MaxDop { get; init; }

    public int MaxRequests { get; init; }

    /// <summary>The external pool default, the only one here.</summary>
    public const int ExternalPool = 2;

    /// <summary>From SQL Server 2025 on; null is no limit.</summary>
    public double? TempdbMegabytes { get; init; }

    /// <summary>From SQL Server 2025 on; null is no limit.</summary>
    public double? TempdbPercent { get; init; }
}
