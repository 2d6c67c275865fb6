using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.SqlServer;

public class ShowplanShapeTests
{
    [Fact]
    public void Seek_ByKey_IsOltp()
    {
        var profile = Showplan.Seek("Users").Profile();

        Assert.Equal(PlanShape.Oltp, profile.Shape);
        Assert.Equal(1, profile.RandomAccesses.Value);
        Assert.Equal(2, profile.RowsTouched.Value);
        Assert.Equal("dbo.Users", Assert.Single(profile.Tables));
    }

    [Fact]
    public void Scan_OfALargeTable_IsAScanThatPollutes()
    {
        var profile = Showplan.Scan("Posts", 10_000_000, 20_000).Profile();

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal(CacheUse.Polluting, profile.CacheUse);
        Assert.Equal(Temporality.NonTemporal, profile.Temporality);
        Assert.Equal(20_000m * 8192, profile.StreamedBytes.Value);
    }

    [Fact]
    public void CountOverAScan_WithoutGroups_IsAScan()
    {
        var count = new RelOp("Hash Match", "Aggregate", "Hash", 1).Under(Showplan.Scan("Posts", 1_000_000, 2_000));

        var profile = count.Profile();

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Null(profile.RunnerUp);
    }

    [Fact]
    public void HashAggregate_OverAScan_IsAggregation()
    {
        var profile = Showplan.HashAggregate(Showplan.Scan("Posts", 1_000_000, 2_000), 50_000).Profile();

        Assert.Equal(PlanShape.Aggregation, profile.Shape);
        Assert.Equal(0.75, profile.ShapeShare);
    }

    [Fact]
    public void HashJoin_WithALargeBuildSide_IsAJoin_AndASmallOneIsAScan()
    {
        var large = Showplan.HashJoin(Showplan.Scan("a", 100_000, 500), Showplan.Scan("b", 1_000_000, 5_000)).Profile();
        var small = Showplan.HashJoin(Showplan.Scan("a", 1_000, 10), Showplan.Scan("b", 1_000_000, 5_000)).Profile();

        Assert.Equal(PlanShape.Join, large.Shape);
        Assert.Equal(PlanShape.Scan, small.Shape);
        Assert.Equal(PlanShape.Join, small.RunnerUp);
    }

    [Fact]
    public void Sort_OfManyRows_IsASort() =>
        Assert.Equal(PlanShape.Sort, Showplan.Sort(Showplan.Scan("a", 1_000_000, 5_000), 1_000_000).Profile().Shape);

    [Fact]
    public void ParallelPlan_OfFewRows_IsNeverOltp()
    {
        var exchange = new RelOp("Parallelism", "Gather Streams", "Parallelism", 1)
            .Parallel()
            .Under(Showplan.Seek("a").Parallel());

        Assert.NotEqual(PlanShape.Oltp, exchange.Profile().Shape);
    }

    [Fact]
    public void ConstantScan_WithoutATable_IsUtility() =>
        Assert.Equal(PlanShape.Utility, new RelOp("Constant Scan", "Constant Scan", "ConstantScan", 1).Profile().Shape);

    [Theory]
    [InlineData(1, PlanShape.Oltp)]
    [InlineData(5_000, PlanShape.Write)]
    [InlineData(50_000, PlanShape.BulkLoad)]
    public void Insert_IsJudgedByItsRows(double rows, PlanShape shape)
    {
        var profile = Showplan
            .Insert("t", new RelOp("Constant Scan", "Constant Scan", "ConstantScan", rows), rows)
            .Profile("INSERT");

        Assert.Equal(shape, profile.Shape);
        Assert.True(profile.Writes);
        Assert.Equal(0, profile.RowsReturned.Value);
    }

    [Fact]
    public void WideUpdate_OfSeveralIndexes_CountsItsRowsOnce()
    {
        var input = Showplan.Scan("t", 6_000, 100);
        var clustered = new RelOp("Clustered Index Update", "Update", "Update", 6_000).On("t", "PK").Under(input);
        var second = new RelOp("Index Update", "Update", "Update", 6_000).On("t", "IX").Under(clustered);

        Assert.Equal(12_000, second.Profile("UPDATE").RowsTouched.Value);
    }

    [Fact]
    public void WideUpdate_ThatSplitsItsRows_CountsThoseOfTheTable()
    {
        var clustered = new RelOp("Clustered Index Update", "Update", "Update", 6_000)
            .On("t", "PK")
            .Under(Showplan.Scan("t", 6_000, 100));
        var split = new RelOp("Split", "Split", "Split", 12_000).Under(clustered);
        var second = new RelOp("Index Update", "Update", "Update", 12_000).On("t", "IX").Under(split);

        var profile = second.Profile("UPDATE");

        Assert.Equal(12_000, profile.RowsTouched.Value);
        Assert.Equal(PlanShape.Write, profile.Shape);
    }

    [Theory]
    [InlineData("SELECT INTO", PlanShape.BulkLoad)]
    [InlineData("CREATE INDEX", PlanShape.Maintenance)]
    public void StatementType_DecidesOverThePlan(string type, PlanShape shape) =>
        Assert.Equal(shape, Showplan.Scan("a", 100, 2).Profile(type).Shape);

    [Theory]
    [InlineData("SELECT StatMan([SC0]) FROM (SELECT TOP 100 PERCENT [a] FROM [dbo].[t]) AS _x", PlanShape.Maintenance)]
    [InlineData("insert [dbo].[t] select *, %%bmk%% from [dbo].[t]", PlanShape.Maintenance)]
    [InlineData("insert [dbo].[t] select * from [dbo].[u]", PlanShape.BulkLoad)]
    public void InternalText_TellsMaintenance(string text, PlanShape shape)
    {
        var insert = Showplan.Insert("t", Showplan.Scan("t", 50_000, 400), 50_000);

        var document = PlanReader.Read(Showplan.Document(Showplan.Statement(insert, "INSERT", text)), Make.Options);

        Assert.Equal(shape, Assert.Single(document.Statements).Profile.Shape);
    }

    [Theory]
    [InlineData("STRING_SPLIT")]
    [InlineData("OPENJSON_EXPLICIT")]
    [InlineData("GENERATE_SERIES")]
    public void RowsMadeOfArguments_AreNoTable(string function)
    {
        var root = new RelOp("Table-valued function", "Table-valued function", "TableValuedFunction", 50).On(function);

        Assert.Equal(PlanShape.Utility, root.Profile().Shape);
    }

    [Theory]
    [InlineData("ASSIGN", PlanShape.Utility)]
    [InlineData("SET ON/OFF", PlanShape.Utility)]
    [InlineData("EXECUTE PROC", PlanShape.Utility)]
    [InlineData("CREATE INDEX", PlanShape.Maintenance)]
    [InlineData("DBCC", PlanShape.Maintenance)]
    [InlineData("EXECUTE STRING", PlanShape.Unknown)]
    [InlineData("SELECT", PlanShape.Unknown)]
    public void StatementWithoutOperators_IsJudgedByItsType(string type, PlanShape shape)
    {
        var statement = Assert.Single(
            PlanReader.Read(Showplan.Document(Showplan.Statement(null, type)), Make.Options).Statements
        );

        Assert.False(statement.HasPlan);
        Assert.Equal(shape, statement.Profile.Shape);
        Assert.NotEmpty(statement.Profile.Reason);
    }

    [Theory]
    [InlineData(1_000_000, 10_000)]
    [InlineData(100_000_000, 3_000_000)]
    public void Top_OneRowOfALargeTable_IsOltp(double rows, double pages)
    {
        var scan = Showplan.Scan("a", rows, pages).Set("EstimateRows", 1).Set("EstimatedTotalSubtreeCost", 0.0032831);

        var profile = Showplan.Top(scan, 1).Profile();

        Assert.Equal(PlanShape.Oltp, profile.Shape);
        Assert.InRange(profile.StreamedBytes.Value ?? -1, 0, 2 * 8192);
        Assert.InRange(profile.RowsTouched.Value ?? -1, 1, 10);
    }

    [Theory]
    [InlineData(5, PlanShape.Oltp)]
    [InlineData(500_000, PlanShape.Scan)]
    public void RemoteQuery_ByItsRows_IsOltpOrAScan(double rows, PlanShape shape)
    {
        var remote = new RelOp("Remote Query", "Remote Query", "RemoteQuery", rows)
            .Set("EstimateIO", 0)
            .Set("EstimateCPU", 0.01)
            .Set("EstimatedTotalSubtreeCost", 0.01);

        Assert.Equal(shape, remote.Profile().Shape);
    }
}
