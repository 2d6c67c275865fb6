namespace RgPolicy.EndToEnd.Tests.Sampling;

/// <summary>What one execution kept, and what a sample of it found.</summary>
/// <param name="ToldBytes">By EXPLAIN ANALYZE: Memory Usage of the tables that are there at the same time, of all
/// processes.</param>
/// <param name="FoundBytes">The measured working set.</param>
/// <param name="CostMicroseconds">How long looking took.</param>
/// <param name="Problem">Why there is no figure; empty where there is one.</param>
internal sealed record HashTableFinding(long ToldBytes, long FoundBytes, int CostMicroseconds, string Problem)
{
    /// <summary>Found over told; 0 for nothing.</summary>
    public double Ratio => ToldBytes == 0 ? 0 : FoundBytes / (double)ToldBytes;

    /// <summary>Whether both agree within twice.</summary>
    public bool IsClose => Ratio is >= 0.5 and <= 2;
}
