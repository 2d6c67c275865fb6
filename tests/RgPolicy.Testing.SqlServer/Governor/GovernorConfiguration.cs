namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>Resource Governor's configuration: one is stored, another may be in force.</summary>
internal sealed record GovernorConfiguration
{
    private const int Whole = 100;
    private const long WholeWorkspaceKb = 4_194_304;

    /// <summary>The number of the default pool and group.</summary>
    public const int DefaultId = 2;

    /// <summary>The first number of an object of a user's.</summary>
    public const int FirstId = 256;

    public ImmutableSortedDictionary<string, PoolRow> Pools { get; init; } =
        ImmutableSortedDictionary.CreateRange(
            StringComparer.OrdinalIgnoreCase,
            new PoolRow[] { new(1, "internal"), new(2, "default") }.Select(each => KeyValuePair.Create(each.Name, each))
        );

    public ImmutableSortedDictionary<string, GroupRow> Groups { get; init; } =
        ImmutableSortedDictionary.CreateRange(
            StringComparer.OrdinalIgnoreCase,
            new GroupRow[] { new(1, "internal", "internal"), new(2, "default", "default") }.Select(each =>
                KeyValuePair.Create(each.Name, each)
            )
        );

    /// <summary>The classifier's object; 0 for none.</summary>
    public int Classifier { get; init; }

    /// <summary>MAX_OUTSTANDING_IO_PER_VOLUME; 0 is the server's choice.</summary>
    public int MaxOutstandingIo { get; init; }

    /// <summary>The workspace memory of a pool, KB.</summary>
    public static long WorkspaceKb(PoolRow pool) => WholeWorkspaceKb * pool.MaxMemory / Whole;

    /// <summary>The largest memory grant of a query of a group, KB.</summary>
    public double LargestGrantKb(int group) =>
        Groups.Values.FirstOrDefault(each => each.Id == group) is { } found
        && Pools.TryGetValue(found.Pool, out var pool)
            ? WorkspaceKb(pool) * found.Grant / Whole
            : 0;

    /// <summary>True where both are the same.</summary>
    public bool IsSame(GovernorConfiguration other) =>
        Classifier == other.Classifier
        && MaxOutstandingIo == other.MaxOutstandingIo
        && Pools.Values.SequenceEqual(other.Pools.Values)
        && Groups.Values.SequenceEqual(other.Groups.Values);
}
