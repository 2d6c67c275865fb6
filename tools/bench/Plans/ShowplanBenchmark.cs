using BenchmarkDotNet.Attributes;
using RgPolicy.Plans;
using RgPolicy.Plans.Tests.Corpus;

namespace RgPolicy.Bench.Plans;

/// <summary>Reading and judging a Showplan document, beside a bare pass of the XML reader over the same
/// bytes.</summary>
[MemoryDiagnoser]
public class ShowplanBenchmark
{
    private byte[] _document = [];

    /// <summary>Joins of one statement.</summary>
    [Params(2, 50)]
    public int Joins { get; set; }

    [GlobalSetup]
    public void Prepare()
    {
        var text = new StringBuilder(
            "<ShowPlanXML xmlns=\"http://schemas.microsoft.com/sqlserver/2004/07/showplan\" Version=\"1.564\">"
        );
        text.Append(
            "<BatchSequence><Batch><Statements><StmtSimple StatementText=\"select 1\" StatementId=\"1\" "
                + "StatementType=\"SELECT\"><QueryPlan>"
        );
        for (var i = 0; i < Joins; i++)
        {
            text.Append(Operator("Hash Match", "Inner Join", 1_000_000))
                .Append("<Hash>")
                .Append(Columns("HashKeysBuild"));
            text.Append(Scan(1_000));
        }

        text.Append(Scan(1_000_000));
        text.Insert(text.Length, "</Hash></RelOp>", Joins);
        _document = Encoding.UTF8.GetBytes(
            text.Append("</QueryPlan></StmtSimple></Statements></Batch></BatchSequence></ShowPlanXML>").ToString()
        );
    }

    [Benchmark(Baseline = true)]
    public int BareReader() => BareXml.Nodes(_document);

    [Benchmark]
    public object Judge() => PlanReader.Read(_document, new PlanReaderOptions());

    private static string Scan(double rows) =>
        Operator("Clustered Index Scan", "Clustered Index Scan", rows)
        + "<IndexScan Ordered=\"0\" Storage=\"RowStore\">"
        + Columns("DefinedValues")
        + "<Object Database=\"[db]\" Schema=\"[dbo]\" Table=\"[sales]\" Index=\"[pk]\"/></IndexScan></RelOp>";

    private static string Operator(string physical, string logical, double rows) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"<RelOp NodeId=\"1\" PhysicalOp=\"{physical}\" LogicalOp=\"{logical}\" EstimateRows=\"{rows}\" "
                + $"EstimateIO=\"3.25\" EstimateCPU=\"1.1\" AvgRowSize=\"24\" EstimatedTotalSubtreeCost=\"4.35\" "
                + $"TableCardinality=\"{rows}\" Parallel=\"0\" EstimateRebinds=\"0\" EstimateRewinds=\"0\" "
                + $"EstimatedExecutionMode=\"Row\">"
        ) + Columns("OutputList");

    private static string Columns(string name) =>
        $"<{name}>"
        + string.Concat(
            Enumerable.Repeat(
                "<ColumnReference Database=\"[db]\" Schema=\"[dbo]\" Table=\"[sales]\" Column=\"amount\"/>",
                6
            )
        )
        + $"</{name}>";
}
