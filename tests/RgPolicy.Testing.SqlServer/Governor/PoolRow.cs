namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>A resource pool, with the values that a new one has.</summary>
/// <param name="Id">Its number; 1 and 2 are the server's own.</param>
/// <param name="Name">Its name.</param>
internal sealed record PoolRow(int Id, string Name)
{
    public int MinCpu { get; init; }

    public int MaxCpu { get; init; } = 100;

    public int CapCpu { get; init; } = 100;

    public int MinMemory { get; init; }

    public int MaxMemory { get; init; } = 100;

    public int MinIops { get; init; }

    public int MaxIops { get; init; }

    /// <summary>One bit for each scheduler; 0 is AUTO.</summary>
    public ulong Schedulers { get; init; }
}
