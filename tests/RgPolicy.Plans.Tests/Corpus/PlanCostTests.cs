using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>
/// What reading and judging costs, counted in bytes allocated, which are the same on every machine; `CorpusPlanBenchmark`
/// in tools/bench has the time beside a bare pass of the platform's reader.
/// </summary>
[Collection(MeasuredAlone.Name)]
public class PlanCostTests
{
    /// <summary>Four times as many are fewer than the levels that a plan of MySQL may have.</summary>
    private const int Joins = 90;

    /// <summary>A profile's operator with its names is some 300 bytes.</summary>
    private const double MostBytesPerOperator = 700;

    [Theory]
    [InlineData("postgres")]
    [InlineData("mysql")]
    [InlineData("sqlserver")]
    public void Reading_OfFourTimesTheOperators_CostsFourTimesAsMuch(string server)
    {
        var (small, few) = Cost(Plan(server, Joins));
        var (large, many) = Cost(Plan(server, 4 * Joins));

        Assert.InRange(many / (double)few, 3.9, 4.1);
        Assert.InRange(large / (double)small, 3, 4.4);
        Assert.True(large / (double)many < MostBytesPerOperator, $"{large} bytes for {many} operators");
    }

    [Fact]
    public void LargestDocument_NeedsLessThan8MegabytesBesideItself()
    {
        var bytes = PlanCorpus.Files("sqlserver").Select(File.ReadAllBytes).MaxBy(document => document.Length) ?? [];

        var allocated = Allocated(bytes);

        Assert.True(allocated < 8_000_000, $"{allocated} bytes");
    }

    private static (long Bytes, int Operators) Cost(byte[] plan) =>
        (Allocated(plan), Assert.Single(PlanReader.Read(plan, Make.Options).Statements).Profile.Operators.Length);

    /// <summary>Of the second reading: the first makes room that later documents use.</summary>
    private static long Allocated(byte[] plan)
    {
        PlanReader.Read(plan, Make.Options);
        var before = GC.GetAllocatedBytesForCurrentThread();
        GC.KeepAlive(PlanReader.Read(plan, Make.Options));
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static byte[] Plan(string server, int joins)
    {
        var (head, each, leaf, close, tail) = server switch
        {
            "postgres" => (
                "[{\"Plan\":",
                """{"Node Type":"Hash Join","Startup Cost":1,"Total Cost":{0},"Plan Rows":10,"Plan Width":8,"Plans":[""",
                """{"Node Type":"Seq Scan","Relation Name":"t","Startup Cost":0,"Total Cost":9,"Plan Rows":10,"Plan Width":8}""",
                "]}",
                "}]"
            ),
            "mysql" => (
                "{\"query_plan\":",
                """{"access_type":"join","join_algorithm":"hash","estimated_rows":10,"inputs":[""",
                """{"access_type":"table","table_name":"t","estimated_rows":10}""",
                "]}",
                "}"
            ),
            _ => (
                "<ShowPlanXML><StmtSimple StatementType=\"SELECT\"><QueryPlan>",
                """<RelOp PhysicalOp="Hash Match" LogicalOp="Inner Join" EstimateRows="10" AvgRowSize="8"><Hash>""",
                """<RelOp PhysicalOp="Table Scan" EstimateRows="10" AvgRowSize="8"><TableScan><Object Table="[t]" /></TableScan></RelOp>""",
                "</Hash></RelOp>",
                "</QueryPlan></StmtSimple></ShowPlanXML>"
            ),
        };
        var text = new StringBuilder(head);
        var comma = server == "sqlserver" ? "" : ",";
        for (var join = joins; join > 0; join--)
            text.Append(
                    each.Replace("{0}", (join + 10).ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)
                )
                .Append(leaf)
                .Append(comma);
        return Encoding.UTF8.GetBytes(text.Append(leaf).Insert(text.Length, close, joins).Append(tail).ToString());
    }
}
