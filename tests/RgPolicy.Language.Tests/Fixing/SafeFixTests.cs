using System.Globalization;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Tests.Parsing.Planted;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Tests.Fixing;

/// <summary>What safe fixes may not do: overlap, go on for ever, bring a mistake that was not there, or change a
/// statement that has none.</summary>
public sealed class SafeFixTests
{
    private const int Combinations = 300;

    // The same combinations in each run of CI; RGPOLICY_SEED draws others.
    private static readonly ulong Seed = ulong.TryParse(
        Environment.GetEnvironmentVariable("RGPOLICY_SEED"),
        NumberStyles.None,
        CultureInfo.InvariantCulture,
        out var seed
    )
        ? seed
        : 20261;

    private const string Marks = "=<>(){},.;:'\"-+*/&|!%0 ax_";

    private static readonly Arbitrary<string> Texts = (
        from rows in Gen.ListOf(Gen.Elements(PlantedTables.Rows.ToArray()))
        from place in Gen.Choose(0, int.MaxValue)
        from kind in Gen.Choose(0, 4)
        from mark in Gen.Elements(Marks.ToCharArray())
        select Changed(Combined(rows.Take(4)), place, kind, mark)
    ).ToArbitrary();

    [Fact]
    public void Fix_EachPlantedMistake_KeepsTheLaws()
    {
        var faults = PlantedTables
            .Rows.Select(row => (row.Place, Fault: Fault(row.Text)))
            .Where(pair => pair.Fault is not null)
            .ToList();

        Assert.True(
            faults.Count == 0,
            $"{faults.Count}\n" + string.Join("\n", faults.Select(pair => $"{pair.Place} {pair.Fault}"))
        );
    }

    [Fact]
    public void Fix_MistakesTogetherAndChanged_KeepTheLaws() =>
        Prop.ForAll(
                Texts,
                text =>
                {
                    var fault = Fault(text);
                    return (fault is null).Label($"{fault}\n{text}");
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Combinations).WithReplay(Seed, 1));

    [Theory]
    [InlineData("plan.shape <> scan or join", "plan.shape <> scan or join")]
    [InlineData("plan.rows between 1,000 and 2,000", "plan.rows between 1000 and 2000")]
    [InlineData("plan.rows in (1,000, 2,000)", "plan.rows in (1000, 2000)")]
    [InlineData("not 1 < plan.rows < 5", "not (plan.rows > 1 and plan.rows < 5)")]
    [InlineData("plan.shape is unknown", "plan.shape is unknown")]
    [InlineData("session.login = ('a','b')", "session.login in ('a', 'b')")]
    [InlineData("plan.rows exists", "plan.rows is known")]
    [InlineData("session.login != null", "session.login is known")]
    [InlineData("plan.shape = scan -- comment", "plan.shape = scan // comment")]
    [InlineData(
        "statement.tables contains all ('a', 'b')",
        "(statement.tables contains 'a' and statement.tables contains 'b')"
    )]
    [InlineData("plan.rows > 10^6", "plan.rows > 1000000")]
    [InlineData("plan.rows > 1'000 and plan.writes", "plan.rows > 1000 and plan.writes")]
    [InlineData("request.elapsed > 1h30", "request.elapsed > 90 min")]
    [InlineData("request.elapsed > 2 weeks", "request.elapsed > 14 d")]
    [InlineData("plan.rows > 5; plan.dop > 4", "plan.rows > 5; plan.dop > 4")]
    [InlineData("plan.shape = scan | join", "plan.shape in (scan, join)")]
    [InlineData("plan.rows > 5 &lt; 7", "plan.rows > 5 &lt; 7")]
    public void Fix_SafeOnly_KeepsWhatWasMeant(string condition, string wanted)
    {
        const string frame = "language 1\npool p { cache 100% }\nclass a -> p when COND\ndefault -> p\n";

        var fixedText = Fix(frame.Replace("COND", condition, StringComparison.Ordinal))
            .Text!.Replace("  ", " ", StringComparison.Ordinal);

        Assert.Equal(frame.Replace("COND", wanted, StringComparison.Ordinal), fixedText);
    }

    private static string? Fault(string text)
    {
        var before = PolicyReader.Check(text, "t.rgp", TargetProfile.Generic);
        var result = Fix(text);
        var added = Errors(result.Check).Count - Errors(before).Count;
        return Overlap(before) is { } place ? $"two safe fixes at {place}"
            : result.Text is null ? null
            : Fix(result.Text).Applied > 0 ? "it goes on: " + result.Text
            : added > 0
                ? $"{added} more errors: {result.Text}\n{string.Join("\n", Errors(result.Check).Select(found => found.Message))}"
            : Kept(text).Except(Kept(result.Text), StringComparer.Ordinal).FirstOrDefault() is { } lost
                ? $"lost {lost} in {result.Text}"
            : null;
    }

    private static FixResult Fix(string text) =>
        PolicyFixer.Fix(Encoding.UTF8.GetBytes(text), "t.rgp", TargetProfile.Generic, includeUnsafe: false);

    // Checks of meaning see a statement only when it can be read.
    private static List<Diagnostic> Errors(PolicyCheck check) =>
        [
            .. check.Diagnostics.Where(found =>
                found.Severity == DiagnosticSeverity.Error
                && (
                    found.Code.StartsWith("RG1", StringComparison.Ordinal)
                    || found.Code.StartsWith("RG2", StringComparison.Ordinal)
                )
            ),
        ];

    private static TextRange? Overlap(PolicyCheck check)
    {
        var edits = check
            .Diagnostics.SelectMany(found => found.Fixes.Where(fix => fix.Safe).Take(1))
            .SelectMany(fix => fix.Edits)
            .OrderBy(edit => (edit.Range.StartLine, edit.Range.StartColumn))
            .ToList();
        return edits
            .Zip(edits.Skip(1))
            .Where(pair =>
                (pair.First.Range.EndLine, pair.First.Range.EndColumn).CompareTo(
                    (pair.Second.Range.StartLine, pair.Second.Range.StartColumn)
                ) > 0
            )
            .Select(pair => (TextRange?)pair.Second.Range)
            .FirstOrDefault();
    }

    private static IEnumerable<string> Kept(string text) =>
        text.Split('\n').Where(line => line.StartsWith("class keep", StringComparison.Ordinal));

    // Statements without a mistake stand around those with one.
    private static string Combined(IEnumerable<PlantedMistake> rows)
    {
        var text = new StringBuilder(
            "language 1\npool p { cache 100% cpu weight 1000 }\npool q { cache 10%, at least 2 ways cpu weight 50 }\n"
        );
        foreach (var (row, index) in rows.Select((row, index) => (row, index)))
        {
            text.Append(row.Statements)
                .Append(CultureInfo.InvariantCulture, $"\nclass keep{index} -> q when plan.cost > {index}\n");
        }

        return text.Append("default -> p\n").ToString();
    }

    // One key too much, too little, twice or another.
    private static string Changed(string text, int place, int kind, char mark)
    {
        var at = place % text.Length;
        var line = text.LastIndexOf('\n', at) + 1;
        return string.CompareOrdinal(text, line, "class keep", 0, 10) == 0 || text[at] == '\n'
            ? text
            : kind switch
            {
                0 => text.Remove(at, 1),
                1 => text.Insert(at, mark.ToString()),
                2 => text.Insert(at, text[at].ToString()),
                3 => text.Remove(at, 1).Insert(at, mark.ToString()),
                _ => text,
            };
    }
}
