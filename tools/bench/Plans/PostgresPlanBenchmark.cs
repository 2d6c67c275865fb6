using BenchmarkDotNet.Attributes;
using RgPolicy.Plans;

namespace RgPolicy.Bench.Plans;

/// <summary>Reading and judging a PostgreSQL plan with the members that the server prints, beside a bare pass of the
/// JSON reader over the same bytes.</summary>
[MemoryDiagnoser]
public class PostgresPlanBenchmark
{
    private byte[] _document = [];

    [Params(2, 8, 50)]
    public int Joins { get; set; }

    /// <summary>As the server prints it, or squeezed by whoever passed it on.</summary>
    [Params(true, false)]
    public bool Indented { get; set; }

    [GlobalSetup]
    public void Prepare() => _document = PrintedJson.Of($"[{{\"Plan\":{Node(Joins)}}}]", Indented);

    [Benchmark(Baseline = true)]
    public int BareReader() => JsonTokens.Count(_document);

    [Benchmark]
    public object Judge() => PlanReader.Read(_document, new PlanReaderOptions());

    private static string Node(int joins) =>
        joins == 0
            ? """{"Node Type":"Seq Scan","Parent Relationship":"Outer","Parallel Aware":false,"Async Capable":false,"Relation Name":"sales","Alias":"s","Startup Cost":0.00,"Total Cost":12000.50,"Plan Rows":600000,"Plan Width":24,"Disabled":false}"""
            : $$"""{"Node Type":"Hash Join","Parent Relationship":"Outer","Parallel Aware":false,"Async Capable":false,"Join Type":"Inner","Startup Cost":10.00,"Total Cost":{{20000 + joins}}.25,"Plan Rows":500000,"Plan Width":48,"Disabled":false,"Inner Unique":true,"Hash Cond":"(s.item_id = i{{joins}}.id)","Plans":[{{Node(joins - 1)}},{"Node Type":"Hash","Parent Relationship":"Inner","Parallel Aware":false,"Async Capable":false,"Startup Cost":9.00,"Total Cost":9.00,"Plan Rows":1000,"Plan Width":16,"Disabled":false,"Plans":[{{Node(0)}}]}]}""";
}
