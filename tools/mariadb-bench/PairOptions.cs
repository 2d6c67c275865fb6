namespace RgPolicy.MariaDbBench;

/// <summary>How pairs are measured.</summary>
/// <param name="Rounds">Pairs of runs.</param>
/// <param name="Length">Of one run, after its warming up.</param>
/// <param name="Rate">Short transactions a second.</param>
/// <param name="Facts">Rows that a scan reads.</param>
/// <param name="Seed">Seed of the accounts and of the interval.</param>
internal sealed record PairOptions(int Rounds, TimeSpan Length, int Rate, int Facts, int Seed);
