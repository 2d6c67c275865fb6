using System.Text;
using BenchmarkDotNet.Attributes;
using RgPolicy.Plans;

namespace RgPolicy.Bench.Plans;

/// <summary>Reading and judging a PostgreSQL plan, beside a bare pass of the JSON reader over the same bytes.</summary>
[MemoryDiagnoser]
public class PostgresPlanBenchmark
{
    private byte[] _document = [];

    [Params(2, 50)]
    public int Joins { get; set; }

    [GlobalSetup]
    public void Prepare() => _document = Encoding.UTF8.GetBytes($"[{{\"Plan\":{Node(Joins)}}}]");

    [Benchmark(Baseline = true)]
    public int BareReader() => JsonTokens.Count(_document);

    [Benchmark]
    public object Judge() => PlanReader.Read(_document, new PlanReaderOptions());

    private static string Node(int joins) => joins == 0
        ? """{"Node Type":"Seq Scan","Relation Name":"sales","Alias":"s","Startup Cost":0.00,"Total Cost":12000.50,"Plan Rows":600000,"Plan Width":24}"""
        : $$"""{"Node Type":"Hash Join","Join Type":"Inner","Startup Cost":10.00,"Total Cost":{{20000 + joins}}.25,"Plan Rows":500000,"Plan Width":48,"Plans":[{{Node(joins - 1)}},{"Node Type":"Hash","Startup Cost":9.00,"Total Cost":9.00,"Plan Rows":1000,"Plan Width":16,"Plans":[{{Node(0)}}]}]}""";
}
