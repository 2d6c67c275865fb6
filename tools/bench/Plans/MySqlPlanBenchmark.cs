using BenchmarkDotNet.Attributes;
using RgPolicy.Plans;

namespace RgPolicy.Bench.Plans;

/// <summary>Reading and judging a MySQL plan, beside a bare pass of the JSON reader over the same bytes.</summary>
[MemoryDiagnoser]
public class MySqlPlanBenchmark
{
    private byte[] _document = [];

    /// <summary>Tables of one join.</summary>
    [Params(2, 20)]
    public int Tables { get; set; }

    /// <summary>As the server prints it, or squeezed by whoever passed it on.</summary>
    [Params(true, false)]
    public bool Indented { get; set; }

    [GlobalSetup]
    public void Prepare() =>
        _document = PrintedJson.Of(
            $$$"""{"query_block":{"select_id":1,"cost_info":{"query_cost":"4711.30"},"nested_loop":[{{{string.Join(',', Enumerable.Range(0, Tables).Select(Table))}}}]}}""",
            Indented
        );

    [Benchmark(Baseline = true)]
    public int BareReader() => JsonTokens.Count(_document);

    [Benchmark]
    public object Judge() => PlanReader.Read(_document, new PlanReaderOptions());

    private static string Table(int number) =>
        $$$"""{"table":{"table_name":"t{{{number}}}","access_type":"{{{(number == 0 ? "ALL" : "eq_ref")}}}","possible_keys":["PRIMARY"],"key":"PRIMARY","used_key_parts":["id"],"key_length":"4","ref":["db.t0.id"],"rows_examined_per_scan":{{{(number == 0 ? 50000 : 1)}}},"rows_produced_per_join":50000,"filtered":"100.00","cost_info":{"read_cost":"250.00","eval_cost":"5000.00","prefix_cost":"5250.00","data_read_per_join":"3M"},"used_columns":["id","name","amount"]}}""";
}
