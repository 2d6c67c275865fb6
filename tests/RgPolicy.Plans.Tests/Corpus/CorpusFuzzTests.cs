using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>
/// Corpus documents cut, flipped and repeated: no exception, bounded memory, and a cut document says so.
/// RGPOLICY_PLAN_FUZZ is a quarter of the cuts of each document (2 if not set; 200 is the long run),
/// RGPOLICY_PLAN_SEED the seed.
/// </summary>
public class CorpusFuzzTests
{
    /// <summary>Above this a document is cut a tenth as often in a short run, but at least once.</summary>
    private const int LargeDocument = 400_000;

    /// <summary>From here on it is a long run.</summary>
    private const int LongRun = 100;

    /// <summary>What reading may allocate whatever the document holds: so many bytes for each of its
    /// own, and a fixed part.</summary>
    private const long AllocatedPerByte = 64;

    private const long AllocatedAtLeast = 4_000_000;

    internal static readonly int Rounds = Setting("RGPOLICY_PLAN_FUZZ", 2);
    internal static readonly int Seed = Setting("RGPOLICY_PLAN_SEED", 20261121);

    private static readonly (string Head, string Inside, string Tail)[] Nestings =
    [
        ("{\"Plan\":{\"Node Type\":\"Sort\",\"Plans\":[", "{}", "]}}"),
        ("{\"query_block\":{\"ordering_operation\":{\"using_filesort\":true,\"nested_loop\":[", "{}", "]}}}"),
        ("{\"query_plan\":{\"access_type\":\"sort\",\"inputs\":[", "{}", "]}}"),
        ("{\"query_block\":{\"filesort\":{\"sort_key\":\"a\",\"temporary_table\":{\"nested_loop\":[", "{}", "]}}}}"),
        ("[", "", "]"),
        (
            "<ShowPlanXML><StmtSimple><RelOp PhysicalOp=\"Sort\"><Sort>",
            "",
            "</Sort></RelOp></StmtSimple></ShowPlanXML>"
        ),
        ("<ShowPlanXML><StmtCond>", "", "</StmtCond></ShowPlanXML>"),
    ];

    [Theory]
    [InlineData("sqlserver")]
    [InlineData("postgres")]
    [InlineData("mysql")]
    public void Documents_CutAtEitherEnd_AreUnknownOrJudgedAsWhole(string server)
    {
        foreach (var (file, bytes) in Documents(server))
        {
            var whole = PlanReader
                .Read(bytes, Make.Options)
                .Statements.Select(Verdict)
                .ToHashSet(StringComparer.Ordinal);
            var step = Math.Max(1, bytes.Length / (4 * RoundsFor(bytes))) | 1;
            for (var cut = bytes.Length - 1; cut > 0; cut -= step)
            {
                AssertCut(ReadBounded(bytes[..cut]), whole, bytes.AsSpan(cut), $"{file} up to {cut}");
                AssertCut(ReadBounded(bytes[cut..]), whole, bytes.AsSpan(0, cut), $"{file} from {cut}");
            }
        }
    }

    private static void AssertCut(PlanDocument read, HashSet<string> whole, ReadOnlySpan<byte> lost, string what)
    {
        foreach (var statement in read.Statements)
        {
            AssertSound(statement);
            Assert.True(
                statement.Profile.Shape == PlanShape.Unknown || whole.Contains(Verdict(statement)),
                $"{what}: {Verdict(statement)}"
            );
        }

        Assert.True(
            lost.IndexOfAnyExcept(" \r\n\t\0"u8) < 0 || read.Diagnostics.Length > 0 || read.Statements.Length > 0,
            $"{what}: nothing said"
        );
    }

    private static string Verdict(PlanStatement statement)
    {
        var profile = statement.Profile;
        return $"{profile.Shape} {profile.Reason} {profile.WorkingSetBytes} {profile.StreamedBytes} "
            + $"{profile.RandomAccesses} {profile.RowsTouched} {profile.MemoryGrantBytes} {profile.Cost}";
    }

    [Theory]
    [InlineData("sqlserver")]
    [InlineData("postgres")]
    [InlineData("mysql")]
    public void Documents_WithFlippedBytes_NeverThrow(string server)
    {
        var random = new Random(Seed + 1);
        foreach (var (_, bytes) in Documents(server))
        {
            for (var round = 0; round < RoundsFor(bytes); round++)
            {
                var copy = bytes.ToArray();
                for (var flips = random.Next(1, 20); flips > 0; flips--)
                    copy[random.Next(copy.Length)] =
                        random.Next(3) == 0 ? (byte)random.Next(256) : (byte)"<>&\"'{}[]:,/=0-e\0"[random.Next(17)];
                Assert.All(ReadBounded(copy).Statements, AssertSound);
            }
        }
    }

    [Fact]
    public void Documents_NestedIntoThemselves_5000Times_AreReadInBoundedTime() => Assert.All(Nestings, ReadNested);

    private static void ReadNested((string Head, string Inside, string Tail) part)
    {
        var text =
            string.Concat(Enumerable.Repeat(part.Head, 5_000))
            + part.Inside
            + string.Concat(Enumerable.Repeat(part.Tail, 5_000));
        var before = Environment.TickCount64;

        Assert.All(ReadBounded(Encoding.UTF8.GetBytes(text)).Statements, AssertSound);

        Assert.True(Environment.TickCount64 - before < 20_000);
    }

    [Fact]
    public void RandomBytes_OfEveryBeginning_NeverThrow()
    {
        var random = new Random(Seed + 2);
        byte[][] beginnings =
        [
            [],
            [0xFF, 0xFE],
            [0xFE, 0xFF],
            [0xEF, 0xBB, 0xBF],
            [0xFF, 0xFE, 0, 0],
            "<ShowPlanXML>"u8.ToArray(),
            "[{\"Plan\":"u8.ToArray(),
        ];
        for (var round = 0; round < 300 * Rounds; round++)
        {
            var noise = new byte[random.Next(200)];
            random.NextBytes(noise);
            Assert.NotNull(PlanReader.Read([.. beginnings[round % beginnings.Length], .. noise], Make.Options));
        }
    }

    private static IEnumerable<(string File, byte[] Bytes)> Documents(string server) =>
        PlanCorpus.Files(server).Select(file => (file, File.ReadAllBytes(file))).Where(pair => pair.Item2.Length > 0);

    internal static int RoundsFor(byte[] document) =>
        document.Length < LargeDocument || Rounds >= LongRun ? Rounds : Math.Max(1, Rounds / 10);

    private static PlanDocument ReadBounded(byte[] bytes)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var document = PlanReader.Read(bytes, Make.Options);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(
            allocated < AllocatedAtLeast + (AllocatedPerByte * bytes.Length),
            $"{allocated} bytes allocated for {bytes.Length}"
        );
        return document;
    }

    private static void AssertSound(PlanStatement statement)
    {
        var profile = statement.Profile;
        Assert.NotEmpty(profile.Reason);
        Assert.True((profile.ShapeShare ?? 0) + (profile.RunnerUpShare ?? 0) <= 1.000001);
        Assert.False(
            profile.WorkingSetBytes.Value < 0 || profile.StreamedBytes.Value < 0 || profile.RowsTouched.Value < 0
        );
    }

    private static int Setting(string name, int otherwise) =>
        int.TryParse(
            Environment.GetEnvironmentVariable(name),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var value
        )
            ? value
            : otherwise;
}
