using System.Xml;
using RgPolicy.Plans.Tests.Building;
using Xunit.Abstractions;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>
/// What reading and judging allocates beside the profile that it makes. Of Showplan what a bare XML
/// reader allocates for the same bytes is taken off; documents that need decoding or unframing first are left out.
/// </summary>
[Collection(MeasuredAlone.Name)]
public class PlanMemoryTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData("postgres", 2)]
    [InlineData("mysql", 2)]
    [InlineData("sqlserver", 2)]
    public void Reading_AllocatesLessThanTwiceItsProfile(string server, double limit)
    {
        var documents = PlanCorpus
            .Files(server)
            .Where(file => !file.Contains("framed", StringComparison.Ordinal))
            .Select(file => (Path.GetFileName(file), File.ReadAllBytes(file)))
            .ToList();
        long allocated = 0,
            kept = 0,
            over = 0;
        foreach (var (name, bytes) in documents)
        {
            var own = Math.Max(
                0,
                Allocated(() => PlanReader.Read(bytes, Make.Options))
                    - (server == "sqlserver" ? Allocated(() => ReadBare(bytes)) : 0)
            );
            var size = ProfileSize.Of(PlanReader.Read(bytes, Make.Options));
            if (own > limit * size)
                output.WriteLine($"{name}: {own} bytes for a profile of {size}, document of {bytes.Length}");
            over += own > limit * size ? 1 : 0;
            (allocated, kept) = (allocated + own, kept + size);
        }

        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{server}: {documents.Count} documents, {allocated} bytes for profiles of {kept}: "
                    + $"{allocated / (double)Math.Max(1, kept):0.00} times; above {limit}: {over}"
            )
        );
        Assert.True(allocated <= limit * kept, $"{allocated} for {kept}");
    }

    private static long Allocated<T>(Func<T> work)
    {
        var least = long.MaxValue;
        for (var round = 0; round < 3; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            GC.KeepAlive(work());
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    private static int ReadBare(byte[] bytes)
    {
        try
        {
            return BareXml.Nodes(bytes);
        }
        catch (XmlException)
        {
            // What was read before counts.
            return 0;
        }
    }
}
