namespace RgPolicy.Plans.Tests.Recorded;

/// <summary>
/// Plans that a MariaDB 10.11 printed for known statements over tables of known size (accounts 40,000
/// rows on 249 pages of 16 KiB, history 119,999 on 669, branches 100 on 1), and the figures that follow. A name with
/// <c>measured</c> is from ANALYZE FORMAT=JSON.
/// </summary>
public class MariaDbPlanTests
{
    private const double AccountsBytes = 249 * 16384;
    private const double HistoryBytes = 669 * 16384;

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

    private static PlanProfile Profile(string name) => RecordedPlans.Profile("MariaDb", name);
}
