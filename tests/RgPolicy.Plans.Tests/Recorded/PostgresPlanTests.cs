namespace RgPolicy.Plans.Tests.Recorded;

/// <summary>
/// Plans that a PostgreSQL 15 printed for known statements over tables of known size (accounts 200,000
/// rows on 3,077 pages, history 800,000 on 5,096, branches 100 on 1), and the figures that follow.
/// </summary>
public class PostgresPlanTests
{
    private const double AccountsBytes = 3077 * 8192;
    private const double HistoryBytes = 5096 * 8192;

    [Theory]
    [InlineData("scan-filter", HistoryBytes)]
    [InlineData("scan-filter-parallel", HistoryBytes)]
    [InlineData("hash-aggregate", HistoryBytes)]
    [InlineData("sort-all", HistoryBytes)]
    [InlineData("insert-select-large", AccountsBytes)]
    [InlineData("hash-join", AccountsBytes + HistoryBytes)]
    [InlineData("hash-join-measured", AccountsBytes + HistoryBytes)]
    [InlineData("parallel-hash-join", AccountsBytes + HistoryBytes)]
    public void Streams_AreTheTablesSize(string name, double bytes) =>
        Assert.InRange((double)(Profile(name).StreamedBytes.Value ?? 0), bytes * 0.9, bytes * 1.5);

    [Fact]
    public void HashJoin_EstimateAndMeasurement_Agree()
    {
        var estimate = Profile("hash-join").WorkingSetBytes;
        var measured = Profile("hash-join-measured").WorkingSetBytes;

        Assert.Equal(Provenance.Estimate, estimate.Provenance);
        Assert.Equal(Provenance.Actual, measured.Provenance);
        Assert.Equal(Provenance.Estimate, Profile("hash-join").ShapeProvenance);
        Assert.Equal(Provenance.Actual, Profile("hash-join-measured").ShapeProvenance);
        Assert.InRange((double)(estimate.Value / measured.Value ?? 0), 0.8, 1.25);
    }

    [Fact]
    public void ScanFilter_RowsRead_AreAboutTheTablesRows() =>
        Assert.InRange((double)(Profile("scan-filter").RowsTouched.Value ?? 0), 600_000, 1_000_000);

    private static PlanProfile Profile(string name) => RecordedPlans.Profile("PostgreSql", name);
}
