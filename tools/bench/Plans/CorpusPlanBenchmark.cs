using BenchmarkDotNet.Attributes;
using RgPolicy.Plans;
using RgPolicy.Plans.Tests.Corpus;

namespace RgPolicy.Bench.Plans;

/// <summary>
/// Reading and judging every real plan of a server, beside a bare pass of the platform's reader over the same bytes.
/// Documents that the bare reader does not get through (cut off, framed, a false declaration of the
/// encoding) are left out.
/// </summary>
[MemoryDiagnoser]
public class CorpusPlanBenchmark
{
    private readonly PlanReaderOptions _options = new();
    private byte[][] _documents = [];
    private Func<byte[], int> _bare = JsonTokens.Count;

    [Params("postgres", "mysql", "sqlserver")]
    public string Server { get; set; } = "";

    [GlobalSetup]
    public void Read()
    {
        _bare = Server == "sqlserver" ? BareXml.Nodes : JsonTokens.Count;
        _documents = [.. SharedCorpus.Files(Server).Select(File.ReadAllBytes).Where(IsWhole)];
        if (_documents.Length == 0)
            throw new InvalidOperationException(
                "the corpus is not there: set RGPOLICY_SHARED to the folder that holds it"
            );
    }

    [Benchmark(Baseline = true)]
    public int BareReader()
    {
        var tokens = 0;
        foreach (var document in _documents)
            tokens += _bare(document);
        return tokens;
    }

    [Benchmark]
    public int Judge()
    {
        var statements = 0;
        foreach (var document in _documents)
            statements += PlanReader.Read(document, _options).Statements.Length;
        return statements;
    }

    private bool IsWhole(byte[] document)
    {
        try
        {
            return _bare(document) > 1;
        }
        catch (Exception problem) when (problem is System.Text.Json.JsonException or System.Xml.XmlException)
        {
            return false;
        }
    }
}
