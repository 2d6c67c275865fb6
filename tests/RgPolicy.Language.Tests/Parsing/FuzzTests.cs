using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;
using RgPolicy.Testing;

namespace RgPolicy.Language.Tests.Parsing;

public sealed class FuzzTests
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    private static readonly string[] Words =
    [
        "pool",
        "class",
        "default",
        "->",
        "when",
        "plan.shape",
        "=",
        "scan",
        "and",
        "not",
        "(",
        ")",
        "{",
        "}",
        "in",
        ",",
        "cache",
        "10%",
        "at least 2 ways",
        "let",
        "x",
        "host.llc",
        "/",
        "0",
        "3",
        "MiB",
        "window",
        "mon..fri",
        "08:00",
        "..",
        "\"UTC\"",
        "'a",
        "\"",
        "/*",
        "\0",
        "\uD800",
        "\uFEFF",
        "\r",
        "cores like",
        "p",
        "rule",
        "then",
        "state",
        "until",
        "<",
        "for",
        "5 s",
        "test",
        "given",
        "expect",
        "cases",
        "objective",
        "p95",
        "&&",
        "==",
        "999999999999",
        "at 30 s {",
        "no",
        "step",
        "mask",
        "late",
        "yields",
        "between",
        "15.2.3",
        "exactly",
        "like",
        "is",
        "known",
        "during",
        "-",
        "*",
        "language 1",
        "quarantine",
    ];

    [Fact]
    public void Check_MutatedText_NeverThrowsAndEnds()
    {
        var random = new Random(FuzzSize.Seed);
        var seeds = Seeds();
        for (var count = FuzzSize.Inputs(5_000); count > 0; count--)
        {
            var text = Mutate(seeds[random.Next(seeds.Length)], random);
            var time = OwnTime.Start();
            var check = PolicyReader.Check(text, "fuzz.rgp", TargetProfile.Generic);

            AssertWellFormed(check, text);
            Assert.True(time.Elapsed < Longest, text);
        }
    }

    [Fact]
    public void FormatAndFix_MutatedText_NeverThrowAndEnd()
    {
        var random = new Random(FuzzSize.Seed + 1);
        var seeds = Seeds();
        for (var count = FuzzSize.Inputs(5_000) / 8; count > 0; count--)
        {
            var text = Mutate(seeds[random.Next(seeds.Length)], random);
            var time = OwnTime.Start();
            var formatted = PolicyFormatter.Format(text, "fuzz.rgp").Text;
            var repaired = PolicyFixer.Fix(
                Encoding.UTF8.GetBytes(text),
                "fuzz.rgp",
                TargetProfile.Generic,
                includeUnsafe: true
            );

            Assert.True(formatted is null || formatted == PolicyFormatter.Format(formatted, "fuzz.rgp").Text, text);
            AssertWellFormed(repaired.Check, text);
            Assert.True(time.Elapsed < Longest, text);
        }
    }

    [Fact]
    public void Check_AnyBytes_NeverThrows()
    {
        var random = new Random(FuzzSize.Seed + 2);
        var seeds = Seeds();
        for (var count = FuzzSize.Inputs(5_000) / 8; count > 0; count--)
        {
            var bytes = Encoding
                .UTF8.GetBytes(random.Next(2) == 0 ? "" : seeds[random.Next(seeds.Length)])
                .Concat(new byte[random.Next(64)])
                .ToArray();
            var start = random.Next(bytes.Length + 1);
            random.NextBytes(bytes.AsSpan(start, Math.Min(random.Next(1, 64), bytes.Length - start)));
            var check = PolicyReader.Check(bytes, "fuzz.rgp", TargetProfile.Generic);

            AssertWellFormed(check, Convert.ToHexString(bytes));
        }
    }

    private static void AssertWellFormed(PolicyCheck check, string text)
    {
        var hasError = check.Diagnostics.Any(found => found.Severity == DiagnosticSeverity.Error);
        Assert.True(hasError == (check.Policy is null), text);
        foreach (var range in check.Diagnostics.Select(found => found.Range))
        {
            var isOrdered = (range.StartLine, range.StartColumn).CompareTo((range.EndLine, range.EndColumn)) <= 0;
            Assert.True(isOrdered && range is { StartLine: > 0, StartColumn: > 0 }, text);
        }
    }

    /// <summary>Single statements of the ready policies: short, so that a mutation meets every construct.</summary>
    private static string[] Seeds() =>
        [
            .. Directory
                .GetFiles(RepositoryRoot.File("policies"), "*.rgp")
                .Order(StringComparer.Ordinal)
                .SelectMany(file => File.ReadAllText(file).Split("\n\n"))
                .Where(part => part.Length < 400),
            "language 1 pool p { cores 4..15, 20 } pool q { cores like p memory bandwidth 40% grant "
                + "wait 5 s } default -> p",
            "rule r on class c during w { when request.elapsed > 2 h then quarantine fingerprint to "
                + "p for 1 h unless plan.writes }",
            "window w = sat, sun 22:00..06:00 \"Europe/Berlin\" let a = -(3 + 2) * host.llc / 7 - 1 KiB",
        ];

    private static string Mutate(string seed, Random random)
    {
        var text = new StringBuilder(seed);
        for (var count = random.Next(1, 4); count > 0; count--)
        {
            var at = random.Next(text.Length + 1);
            switch (random.Next(4))
            {
                case 0:
                    text.Remove(at, Math.Min(random.Next(1, 8), text.Length - at));
                    break;
                case 1:
                    text.Insert(at, (char)random.Next(random.Next(2) == 0 ? 128 : char.MaxValue));
                    break;
                default:
                    text.Insert(at, " " + Words[random.Next(Words.Length)] + " ");
                    break;
            }
        }

        return text.ToString();
    }
}
