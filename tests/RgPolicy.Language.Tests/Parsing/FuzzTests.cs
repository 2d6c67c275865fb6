using System.Text;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Parsing;

public sealed class FuzzTests
{
    private const int Inputs = 20_000;

    private static readonly string[] Words =
    [
        "pool", "class", "default", "->", "when", "plan.shape", "=", "scan", "and", "not", "(", ")", "{", "}", "in", ",",
        "cache", "10%", "at least 2 ways", "let", "x", "host.llc", "/", "0", "3", "MiB", "window", "mon..fri", "08:00",
        "..", "\"UTC\"", "'a", "\"", "/*", "\0", "\uD800", "\uFEFF", "\r", "cores like", "p", "rule", "then", "state",
        "until", "<", "for", "5 s", "test", "given", "expect", "cases", "objective", "p95", "&&", "==", "999999999999",
        "between", "15.2.3", "exactly", "like", "is", "known", "during", "-", "*", "language 1", "quarantine",
    ];

    [Fact]
    public void Check_MutatedText_NeverThrows()
    {
        var random = new Random(20_261_120);
        var seeds = Seeds();
        for (var index = 0; index < Inputs; index++)
        {
            var text = Mutate(seeds[random.Next(seeds.Length)], random);
            var check = PolicyReader.Check(text, "fuzz.rgp", TargetProfile.Generic);

            var hasError = check.Diagnostics.Any(found => found.Severity == DiagnosticSeverity.Error);
            Assert.True(hasError == (check.Policy is null), text);
            Assert.All(check.Diagnostics, found => Assert.True(found.Range is { StartLine: > 0, StartColumn: > 0 }, text));
        }
    }

    [Fact]
    public void Check_AnyBytes_NeverThrows()
    {
        var random = new Random(7);
        var bytes = new byte[64];
        for (var index = 0; index < 2_000; index++)
        {
            random.NextBytes(bytes);
            Assert.Null(PolicyReader.Check(bytes.AsSpan(0, random.Next(64)), "fuzz.rgp", TargetProfile.Generic).Policy);
        }
    }

    /// <summary>Single statements of the ready policies: short, so that a mutation meets every construct.</summary>
    private static string[] Seeds() =>
    [
        .. Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp").Order(StringComparer.Ordinal)
            .SelectMany(file => File.ReadAllText(file).Split("\n\n")).Where(part => part.Length < 400),
        "language 1 pool p { cores 4..15, 20 } pool q { cores like p memory bandwidth 40% grant wait 5 s } default -> p",
        "rule r on class c during w { when request.elapsed > 2 h then quarantine fingerprint to p for 1 h unless plan.writes }",
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
