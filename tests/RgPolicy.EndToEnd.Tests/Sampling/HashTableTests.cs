using RgPolicy.EndToEnd.Tests.Governing;

namespace RgPolicy.EndToEnd.Tests.Sampling;

/// <summary>What a sample finds of a real hash table, against what the same execution says of it at its end; all sizes:
/// <c>tools/working-sets/run tables</c>.</summary>
public sealed class HashTableTests
{
    [Theory]
    [GovernedPostgres(15, "join", 1_000_000, 0)]
    [GovernedPostgres(16, "aggregate", 100_000, 2)]
    [GovernedPostgres(17, "join", 300_000, 2)]
    public async Task Sample_HashTable_AgreesWithExplainAnalyze(int version, string kind, int entries, int workers)
    {
        await using var server = await HashTableServer.StartAsync(version);

        var finding = await server.FindAsync(new HashTableCase(kind, entries, workers));

        Assert.True(finding.IsClose, finding.ToString());
    }
}
