using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Recorded;

/// <summary>
/// Plans that a MariaDB 10.11 printed for known statements over tables of known size (accounts 40,000 rows on 249 pages of 16 KiB, history
/// 119,999 on 669, branches 100 on 1), with the shape that a DBA gives them. A name with <c>measured</c> is from ANALYZE FORMAT=JSON.
/// </summary>
public class MariaDbPlanTests
{
    private const double AccountsBytes = 249 * 16384;
    private const double HistoryBytes = 669 * 16384;

    [Theory]
    [InlineData("lookup", PlanShape.Oltp)]
    [InlineData("lookup-measured", PlanShape.Oltp)]
    [InlineData("range-measured", PlanShape.Oltp)]
    [InlineData("top-history-measured", PlanShape.Oltp)]
    [InlineData("subquery-measured", PlanShape.Oltp)]
    [InlineData("union-measured", PlanShape.Oltp)]
    [InlineData("update-one", PlanShape.Oltp)]
    [InlineData("insert-one", PlanShape.Oltp)]
    [InlineData("delete-one-measured", PlanShape.Oltp)]
    [InlineData("constant", PlanShape.Utility)]
    [InlineData("impossible", PlanShape.Utility)]
    [InlineData("scan-count-measured", PlanShape.Scan)]
    [InlineData("scan-filter", PlanShape.Scan)]
    [InlineData("block-join-measured", PlanShape.Scan)]
    [InlineData("group", PlanShape.Aggregation)]
    [InlineData("group-measured", PlanShape.Aggregation)]
    [InlineData("distinct-measured", PlanShape.Aggregation)]
    [InlineData("derived-measured", PlanShape.Aggregation)]
    [InlineData("sort", PlanShape.Sort)]
    [InlineData("sort-measured", PlanShape.Sort)]
    [InlineData("window-measured", PlanShape.Sort)]
    [InlineData("join-look-ups", PlanShape.Join)]
    [InlineData("join-look-ups-measured", PlanShape.Join)]
    [InlineData("hash-join-measured", PlanShape.Join)]
    [InlineData("update-many-measured", PlanShape.BulkLoad)]
    public void Shape_IsTheDbasWord(string name, PlanShape shape)
    {
        var profile = Profile(name);
        var isClose = profile.RunnerUp == shape && profile.RunnerUpShare >= 0.8 * profile.ShapeShare;

        Assert.True(profile.Shape == shape || isClose, $"{profile.Shape} ({profile.Reason})");
    }

    /// <summary>The server's plan shows only the SELECT; that rows are inserted tells the statement's text, which is not in it.</summary>
    [Theory]
    [InlineData("insert-select")]
    [InlineData("insert-select-measured")]
    public void InsertFromSelect_IsWhatThePlanShows(string name) => Assert.Equal(PlanShape.Scan, Profile(name).Shape);

    [Theory]
    [InlineData("scan-count-measured", HistoryBytes)]
    [InlineData("group-measured", HistoryBytes)]
    [InlineData("sort-measured", HistoryBytes)]
    [InlineData("window-measured", AccountsBytes)]
    [InlineData("block-join-measured", AccountsBytes)]
    public void Streams_AreThePagesThatWereRead(string name, double bytes) =>
        Assert.InRange((double)(Profile(name).StreamedBytes.Value ?? 0), bytes, bytes * 1.1);

    [Fact]
    public void Sort_KeepsTheBufferThatItUsed() =>
        Assert.Equal(new Figure(2047 * 1024, Provenance.Actual), Profile("sort-measured").WorkingSetBytes);

    [Fact]
    public void BlockJoin_KeepsTheBufferThatIsPrinted()
    {
        var join = Assert.Single(Profile("block-join-measured").Operators, part => part.Family == OperatorFamily.Join);

        Assert.Equal(4 * 1024, join.StructureBytes.Value);
    }

    [Fact]
    public void Writes_AreFlagged()
    {
        Assert.All((string[])["insert-one", "update-one", "delete-one-measured", "delete-range", "update-many-measured"], name => Assert.True(Profile(name).Writes, name));
        Assert.False(Profile("scan-filter").Writes);
    }

    [Fact]
    public void EveryRecording_IsReadWithoutProblems()
    {
        var files = Directory.GetFiles(Folder(), "*.json");

        Assert.Equal(28, files.Length);
        Assert.All(files, file => Assert.Empty(PlanReader.Read(File.ReadAllBytes(file), Make.Options).Diagnostics));
        Assert.All(files, file => Assert.Equal(PlanFormat.MariaDbJson, PlanReader.Read(File.ReadAllBytes(file), Make.Options).Format));
    }

    private static PlanProfile Profile(string name) =>
        Assert.Single(PlanReader.Read(File.ReadAllBytes(Path.Combine(Folder(), name + ".json")), Make.Options).Statements).Profile;

    private static string Folder() => Path.Combine(AppContext.BaseDirectory, "Recorded", "MariaDb");
}
