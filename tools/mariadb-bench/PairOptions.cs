namespace RgPolicy.MariaDbBench;

/// <summary>How pairs are measured.</summary>
/// <param name="Rounds">Pairs of runs.</param>
/// <param name="Length">Of one run, after its warming up.</param>
/// <param name="Rate">Short transactions a second; 0: each client begins the next one when one has ended.</param>
/// <param name="Facts">Rows that a scan reads.</param>
/// <param name="Seed">Seed of the accounts and of the interval.</param>
internal sealed record PairOptions(int Rounds, TimeSpan Length, int Rate, int Facts, int Seed)
{
    /// <summary>Bulk writers are beside the short transactions, in place of analytic clients.</summary>
    public bool HasWriters { get; init; }

    /// <summary>They write into the table of the short transactions, into rows of their own.</summary>
    public bool AreWritersInAccounts { get; init; }

    /// <summary>Each round has a third run, with the policy's weights set once by hand.</summary>
    public bool HasByHand { get; init; }

    /// <summary>The weight of who is throttled; what everybody else has together is 1000.</summary>
    public int Weight { get; init; } = BenchDatabase.UsualWeight;

    /// <summary>The clients have a processor of their own.</summary>
    public bool HasClientsApart { get; init; }

    /// <summary>The clients never wait for a processor.</summary>
    public bool HasClientsFirst { get; init; }
}
