using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Recorded;

/// <summary>
/// Plans that a PostgreSQL 15 printed for known statements over tables of known size (accounts 200,000 rows on 3,077 pages,
/// history 800,000 on 5,096, branches 100 on 1), with the shape that a DBA gives them.
/// </summary>
public class RecordedPlanTests
{
    private const double AccountsBytes = 3077 * 8192;
    private const double HistoryBytes = 5096 * 8192;

    [Theory]
    [InlineData("lookup", PlanShape.Oltp)]
    [InlineData("lookup-measured", PlanShape.Oltp)]
    [InlineData("tid", PlanShape.Oltp)]
    [InlineData("for-update", PlanShape.Oltp)]
    [InlineData("top-orders", PlanShape.Oltp)]
    [InlineData("index-join-oltp", PlanShape.Oltp)]
    [InlineData("initplan", PlanShape.Oltp)]
    [InlineData("insert-one", PlanShape.Oltp)]
    [InlineData("insert-conflict", PlanShape.Oltp)]
    [InlineData("update-one", PlanShape.Oltp)]
    [InlineData("merge", PlanShape.Oltp)]
    [InlineData("cte-delete", PlanShape.Oltp)]
    [InlineData("constant", PlanShape.Utility)]
    [InlineData("series", PlanShape.Utility)]
    [InlineData("recursive", PlanShape.Utility)]
    [InlineData("never-matches", PlanShape.Utility)]
    [InlineData("scan-count", PlanShape.Scan)]
    [InlineData("scan-filter", PlanShape.Scan)]
    [InlineData("scan-filter-parallel", PlanShape.Scan)]
    [InlineData("limit-scan", PlanShape.Scan)]
    [InlineData("star-join", PlanShape.Scan)]
    [InlineData("bitmap", PlanShape.Scan)]
    [InlineData("bitmap-wide", PlanShape.Scan)]
    [InlineData("hashed-subplan", PlanShape.Scan)]
    [InlineData("hash-aggregate", PlanShape.Aggregation)]
    [InlineData("hash-aggregate-measured", PlanShape.Aggregation)]
    [InlineData("grouping-sets", PlanShape.Aggregation)]
    [InlineData("partitions", PlanShape.Aggregation)]
    [InlineData("except", PlanShape.Aggregation)]
    [InlineData("hash-join", PlanShape.Join)]
    [InlineData("hash-join-measured", PlanShape.Join)]
    [InlineData("parallel-hash-join", PlanShape.Join)]
    [InlineData("index-join-large", PlanShape.Join)]
    [InlineData("cross-materialize", PlanShape.Join)]
    [InlineData("memoize", PlanShape.Join)]
    [InlineData("sort-all", PlanShape.Sort)]
    [InlineData("sort-estimated", PlanShape.Sort)]
    [InlineData("window", PlanShape.Sort)]
    [InlineData("incremental-sort", PlanShape.Sort)]
    [InlineData("update-some", PlanShape.Write)]
    [InlineData("insert-select-large", PlanShape.BulkLoad)]
    [InlineData("delete-many", PlanShape.BulkLoad)]
    public void Shape_IsTheDbasWord(string name, PlanShape shape) => Assert.Equal(shape, Profile(name).Shape);

    [Theory]
    [InlineData("merge-join")]
    [InlineData("distinct-sorted")]
    [InlineData("subplan")]
    public void Shape_CloseCallsAndOrderedInput_AreReading(string name) => Assert.Equal(PlanShape.Scan, Profile(name).Shape);

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

    [Fact]
    public void Writes_AreFlagged()
    {
        Assert.All(
            (string[])["insert-one", "update-some", "delete-many", "merge", "cte-delete"], name => Assert.True(Profile(name).Writes, name));
        Assert.False(Profile("scan-count").Writes);
    }

    [Fact]
    public void EveryRecording_IsReadWithoutProblems()
    {
        var files = Directory.GetFiles(Folder(), "*.json");

        Assert.Equal(45, files.Length);
        foreach (var file in files)
            Assert.Empty(PlanReader.Read(File.ReadAllBytes(file), Make.Options).Diagnostics);
    }

    private static PlanProfile Profile(string name) =>
        Assert.Single(PlanReader.Read(File.ReadAllBytes(Path.Combine(Folder(), name + ".json")), Make.Options).Statements).Profile;

    private static string Folder() => Path.Combine(AppContext.BaseDirectory, "Recorded");
}
