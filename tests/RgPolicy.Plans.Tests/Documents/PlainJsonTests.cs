using System.Globalization;
using System.Text;
using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Tests.Corpus;

namespace RgPolicy.Plans.Tests.Documents;

/// <summary>
/// The quick reader beside the platform's, which is the reference: it takes nothing that the platform refuses, and what
/// it takes reads the same. RGPOLICY_PLAN_FUZZ and RGPOLICY_PLAN_SEED as in <see cref="CorpusFuzzTests"/>.
/// </summary>
public class PlainJsonTests
{
    private const int DocumentsPerRound = 10_000;

    private static readonly string[] Texts =
    [
        "\"\"",
        "\"x\"",
        "\"Plan\"",
        "\"a \\\"quoted\\\" word\"",
        "\"\\u00e9\\n\"",
        "\"\\u12\"",
        "\"é\"",
        "\"\\x\"",
        "\"a\tb\"",
        "\"" + new string('y', 40) + "\\\\\"",
        "\"open",
    ];

    private static readonly string[] Scalars =
    [
        "0",
        "1",
        "-1",
        "12.5",
        "0.25",
        "007",
        "1.",
        ".5",
        "1e5",
        "1E+5",
        "1e",
        "-",
        "12345678",
        "123456789",
        "1234567.12345678",
        "0.000000001",
        "9007199254740993",
        "1e400",
        "true",
        "false",
        "null",
        "tru",
        "nul",
        "truex",
        "1x",
        "NaN",
        "+1",
        "1_000",
        "00",
    ];

    private static readonly string[] Blanks =
    [
        "",
        "",
        "",
        " ",
        "\n",
        "\r\n\t",
        "\n          ",
        "\n" + new string(' ', 50),
        "\f",
        "/* */",
        ",",
    ];

    private static readonly string[] Names =
    [
        "\"Plan\"",
        "\"Plans\"",
        "\"Plan Rows\"",
        "\"Filter\"",
        "\"Alias\"",
        "\"Rows Removed by Index Recheck\"",
        "\"Pl\\u0061n\"",
        "x",
        "\"rows\"",
    ];

    [Fact]
    public void Read_OfRandomText_AgreesWithThePlatform()
    {
        var random = new Random(CorpusFuzzTests.Seed);
        var taken = 0;
        for (var round = 0; round < DocumentsPerRound * CorpusFuzzTests.Rounds; round++)
            taken += Agrees(Encoding.UTF8.GetBytes(Value(random, 4))) ? 1 : 0;

        Assert.True(taken > DocumentsPerRound / 20, $"{taken} were plain");
    }

    [Theory]
    [InlineData("postgres")]
    [InlineData("mysql")]
    public void Read_OfCorpusDocuments_WholeAndDamaged_AgreesWithThePlatform(string server)
    {
        var random = new Random(CorpusFuzzTests.Seed + 3);
        foreach (var file in PlanCorpus.Files(server))
        {
            var bytes = File.ReadAllBytes(file);
            Agrees(bytes);
            for (var round = 0; round < CorpusFuzzTests.RoundsFor(bytes) && bytes.Length > 0; round++)
            {
                var damaged = bytes.ToArray();
                damaged[random.Next(damaged.Length)] = (byte)"\"\\,:{}[]0-.e \n\0x/"[random.Next(17)];
                Agrees(damaged);
                Agrees(bytes[..random.Next(bytes.Length)]);
            }
        }
    }

    [Fact]
    public void Number_OfAnyDigits_IsWhatThePlatformParses()
    {
        var random = new Random(CorpusFuzzTests.Seed + 4);
        for (var round = 0; round < DocumentsPerRound; round++)
        {
            var text = Digits(random, 17) + (random.Next(3) > 0 ? "." + Digits(random, 17) : "");
            var json = Encoding.UTF8.GetBytes($"{{\"Plan Rows\":{text}}}{new string(' ', random.Next(40))}");
            using var tape = JsonTape.For(json);

            var number = JsonTapeReader.Read(json, 0, tape).Root?.NumberOf(JsonName.PlanRows);

            Assert.Equal(
                text[0] == '0' && text.Length > 1 && text[1] != '.'
                    ? null
                    : double.Parse(text, CultureInfo.InvariantCulture),
                number
            );
        }
    }

    private static string Digits(Random random, int most) =>
        string.Concat(Enumerable.Range(0, random.Next(1, most)).Select(_ => (char)('0' + random.Next(10))));

    /// <summary>True where the quick reader took it.</summary>
    private static bool Agrees(byte[] json)
    {
        var start = JsonStarts.Next(json, 0);
        if (start < 0)
            return false;
        using var quick = JsonTape.For(json);
        using var strict = JsonTape.For(json);
        var end = PlainJson.Read(json, start, quick);
        var part = new JsonTapeReader(json, start, strict).Read();
        if (end < 0)
            return false;
        Assert.Equal((JsonEnd.Complete, end), (part.End, part.EndOffset));
        Assert.Equal(strict.Count, quick.Count);
        for (var i = 0; i < strict.Count; i++)
            AssertSame(strict, quick, i);
        Assert.NotEqual(
            JsonValueKind.Undefined,
            JsonDocument
                .Parse(json.AsMemory(start..end), new() { MaxDepth = JsonTape.MaximumDepth })
                .RootElement.ValueKind
        );
        return true;
    }

    private static void AssertSame(JsonTape strict, JsonTape quick, int index)
    {
        var (expected, actual) = (strict[index], quick[index]);
        Assert.Equal(
            (expected.Kind, expected.IsEscaped, expected.Name, expected.Start, expected.Length, expected.Next),
            (actual.Kind, actual.IsEscaped, actual.Name, actual.Start, actual.Length, actual.Next)
        );
        if (expected.Kind is JsonKind.Array or JsonKind.Object)
            Assert.Equal(expected.Held, actual.Held);
        else
            Assert.Equal(new JsonValue(strict, index).Number, new JsonValue(quick, index).Number);
    }

    private static string Value(Random random, int depth)
    {
        if (depth == 0 || random.Next(4) == 0)
            return random.Next(12) == 0 ? Pick(random, Texts) + Pick(random, Blanks)
                : random.Next(3) == 0 ? Pick(random, Texts[..5])
                : Scalars[random.Next(random.Next(6) == 0 ? Scalars.Length : 5)];
        var isObject = random.Next(2) == 0;
        var items = Enumerable
            .Range(0, random.Next(4))
            .Select(_ =>
                Blank(random)
                + (
                    isObject
                        ? Pick(random, Names[..(random.Next(20) == 0 ? 8 : 6)]) + Blank(random) + ":" + Blank(random)
                        : ""
                )
                + Value(random, depth - 1)
                + Blank(random)
            );
        var inside = string.Join(',', items);
        return (isObject ? "{" : "[")
            + inside
            + Blank(random)
            + (
                random.Next(60) == 0 ? ""
                : isObject == (random.Next(60) > 0) ? "}"
                : "]"
            );
    }

    private static string Blank(Random random) =>
        Blanks[random.Next(random.Next(60) == 0 ? Blanks.Length : Blanks.Length - 3)];

    private static string Pick(Random random, string[] of) => of[random.Next(of.Length)];
}
