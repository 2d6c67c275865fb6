using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Xml;
using RgPolicy.Plans.Tests.Building;
using Xunit.Abstractions;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>
/// What reading and judging costs beside a bare pass of the platform's reader over the same bytes of
/// the corpus: the best of several passes over all documents. The limits here are loose, because the machine may have
/// other work; the figures are printed.
/// </summary>
[Collection(MeasuredAlone.Name)]
public class PlanCostTests(ITestOutputHelper output)
{
    /// <summary>Rounds, at least, before the runtime compiles what was called 30 times: few, for there are more until
    /// its delay is over, and a round has many statements. And how often that happens until all is compiled for
    /// good.</summary>
    private const int WarmUps = 2;

    private const int Compilations = 3;
    private const int Rounds = 9;

    /// <summary>Longer than the runtime waits before it compiles in the background.</summary>
    private static readonly TimeSpan CompilerDelay = TimeSpan.FromMilliseconds(400);

    private static readonly TimeSpan MeasuredTime = TimeSpan.FromMilliseconds(300);

    [Fact]
    public void Showplan_CostsLittleMoreThanABareReader() => Compare("sqlserver", ReadXml, 2);

    [Fact]
    public void PostgresJson_CostsLittleMoreThanABareReader() => Compare("postgres", ReadJson, 4);

    [Fact]
    public void MySqlJson_CostsLittleMoreThanABareReader() => Compare("mysql", ReadJson, 4);

    [Fact]
    public void LargestDocument_NeedsLessThan8MegabytesBesideItself()
    {
        var bytes = PlanCorpus.Files("sqlserver").Select(File.ReadAllBytes).MaxBy(document => document.Length) ?? [];
        PlanReader.Read(bytes, Make.Options);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var document = PlanReader.Read(bytes, Make.Options);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        output.WriteLine($"{bytes.Length} bytes, {document.Statements.Length} statements: {allocated} bytes allocated");
        Assert.True(allocated < 8_000_000, $"{allocated} bytes");
    }

    private void Compare(string server, Func<byte[], int> bare, double limit)
    {
        var documents = PlanCorpus.Files(server).Select(File.ReadAllBytes).Where(bytes => bare(bytes) > 1).ToList();
        Assert.NotEmpty(documents);
        for (var time = 0; time < Compilations; time++)
        {
            var start = Stopwatch.GetTimestamp();
            for (var round = 0; round < WarmUps || Stopwatch.GetElapsedTime(start) < CompilerDelay; round++)
                documents.ForEach(bytes => _ = (bare(bytes), PlanReader.Read(bytes, Make.Options)));
            Thread.Sleep(CompilerDelay);
        }

        var bareTime = Best(documents, bytes => bare(bytes));
        var judgeTime = Best(documents, bytes => PlanReader.Read(bytes, Make.Options));
        var ratio = judgeTime / bareTime;
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{server}: {documents.Count} documents, bare reader {bareTime:0.000} ms, read and judged "
                    + $"{judgeTime:0.000} ms: {ratio:0.00} times"
            )
        );
        Assert.True(ratio < limit, $"{ratio}");
    }

    /// <summary>Milliseconds of the best pass over all documents, of as many as fit into
    /// <see cref="MeasuredTime"/>.</summary>
    private static double Best(List<byte[]> documents, Action<byte[]> work)
    {
        var best = double.MaxValue;
        var start = Stopwatch.GetTimestamp();
        for (var round = 0; round < Rounds || Stopwatch.GetElapsedTime(start) < MeasuredTime; round++)
        {
            var pass = Stopwatch.GetTimestamp();
            documents.ForEach(work);
            best = Math.Min(best, Stopwatch.GetElapsedTime(pass).TotalMilliseconds);
        }

        return best;
    }

    /// <summary>Nodes, or 0 where a strict reader refuses the document.</summary>
    private static int ReadXml(byte[] bytes)
    {
        try
        {
            return BareXml.Nodes(bytes);
        }
        catch (XmlException)
        {
            return 0;
        }
    }

    private static int ReadJson(byte[] bytes)
    {
        var reader = new Utf8JsonReader(bytes);
        var tokens = 0;
        try
        {
            while (reader.Read())
                tokens++;
        }
        catch (JsonException)
        {
            return 0;
        }

        return tokens;
    }
}
