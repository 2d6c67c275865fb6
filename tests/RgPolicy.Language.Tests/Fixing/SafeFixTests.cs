using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;
using RgPolicy.Language.Parsing;
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
    [InlineData("session.login ~= 'x'", "session.login ~= 'x'")]
    [InlineData("plan.rows between 1,000 and 2,000", "plan.rows between 1,000 and 2,000")]
    [InlineData("plan.rows in (1,000, 2,000)", "plan.rows in (1,000, 2,000)")]
    [InlineData("not 1 < plan.rows < 5", "not (plan.rows > 1 and plan.rows < 5)")]
    [InlineData("plan.shape is unknown", "plan.shape is unknown")]
    [InlineData("session.login = ('a','b')", "session.login in ('a', 'b')")]
    [InlineData("plan.rows exists", "plan.rows is known")]
    [InlineData("session.login != null", "session.login is known")]
    [InlineData("plan.shape = scan -- comment", "plan.shape = scan -- comment")]
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
    [InlineData("request.elapsed > 1,500 s", "request.elapsed > 1,500 s")]
    [InlineData("plan.shape = scan or join and plan.writes", "plan.shape = scan or join and plan.writes")]
    [InlineData("session.app contains '50%_x'", "session.app contains '50%_x'")]
    [InlineData("session.app contains 'x'", "session.app like '%x%'")]
    [InlineData("session.app = all", "session.app = all")]
    [InlineData(
        "app = 'etl' and (plan.writes or plan.dop > 4)",
        "session.app = 'etl' and (plan.writes or plan.dop > 4)"
    )]
    [InlineData("plan.rows > 5 or < 2", "plan.rows > 5 or plan.rows < 2")]
    [InlineData("plan.rows > 5 or < 2 and plan.writes", "plan.rows > 5 or < 2 and plan.writes")]
    [InlineData("not plan.rows > 5 and < 9", "not plan.rows > 5 and < 9")]
    [InlineData("not session.app = 'x' or 'y'", "not session.app = 'x' or 'y'")]
    [InlineData("session.app != 'x' and 'y'", "session.app != 'x' and session.app != 'y'")]
    [InlineData("session.app not like 'x' or 'y'", "session.app not like 'x' or 'y'")]
    [InlineData("session.app not like 'x' and 'y'", "session.app not like 'x' and session.app not like 'y'")]
    [InlineData("during w or v", "during w or during v")]
    [InlineData("(during w or v) and plan.writes", "(during w or during v) and plan.writes")]
    [InlineData("during w or v and plan.writes", "during w or v and plan.writes")]
    [InlineData("plan.writes and during w or v", "plan.writes and during w or v")]
    [InlineData("not during w or v", "not during w or v")]
    [InlineData("not during w and v", "not during w and v")]
    [InlineData("outside w or v", "not during w or v")]
    [InlineData("(plan.writes or plan.dop > 4", "(plan.writes or plan.dop > 4)")]
    [InlineData("not (plan.writes or plan.dop > 4", "not (plan.writes or plan.dop > 4")]
    [InlineData("(plan.writes or plan.dop > 4 and plan.rows > 5", "(plan.writes or plan.dop > 4 and plan.rows > 5")]
    [InlineData("plan.writes or (plan.dop > 4) and plan.rows > 5)", "plan.writes or (plan.dop > 4) and plan.rows > 5)")]
    [InlineData("plan.writes is not true", "plan.writes is not true")]
    [InlineData("plan.writes is not false", "plan.writes is not false")]
    public void Fix_SafeOnly_KeepsWhatWasMeant(string condition, string wanted)
    {
        const string frame =
            "language 1\npool p { cache 100% }\nwindow w = mon..fri 22:00..06:00 \"UTC\"\n"
            + "window v = sat 00:00..24:00 \"UTC\"\nclass a -> p when COND\ndefault -> p\n";

        var fixedText = Fix(frame.Replace("COND", condition, StringComparison.Ordinal))
            .Text!.Replace("  ", " ", StringComparison.Ordinal);

        Assert.Equal(frame.Replace("COND", wanted, StringComparison.Ordinal), fixedText);
    }

    private static readonly string[] Atoms =
    [
        "app = 'etl'",
        "session.app == 'etl'",
        "plan.shape = scan",
        "PLAN.WRITES",
        "request.elapsed > 5min",
        "during nights",
        "plan.rows >= 1000",
        "login <> 'sa'",
        "plan.dop > 4",
    ];

    private static readonly string[] Joints = ["and", "or", "&&", "||", "AND", "OR"];

    private static readonly Arbitrary<string> Conditions = Condition(3).ToArbitrary();

    /// <summary>Drawn conditions with foreign words: the parentheses around joined conditions and the order of the
    /// joints are the same after the fix.</summary>
    [Fact]
    public void Fix_DrawnConditions_KeepTheirTree() =>
        Prop.ForAll(
                Conditions,
                condition =>
                {
                    var text =
                        $"language 1\nwindow nights = mon..fri 22:00..06:00 \"Europe/Berlin\"\npool p {{ cache 100% }}\nclass a -> p when {condition}\ndefault -> p\n";
                    var result = Fix(text).Text ?? text;
                    return (Skeleton(text) == Skeleton(result)).Label($"{text}\n{result}");
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Combinations).WithReplay(Seed, 1));

    private static Gen<string> Condition(int levels)
    {
        var atom = Gen.Elements(Atoms);
        if (levels == 0)
            return atom;

        var joined =
            from left in Condition(levels - 1)
            from joint in Gen.Elements(Joints)
            from right in Condition(levels - 1)
            from shape in Gen.Choose(0, 3)
            select shape switch
            {
                0 => $"({left} {joint} {right})",
                1 => $"{left} {joint} ({right})",
                2 => $"not ({left} {joint} {right})",
                _ => $"{left} {joint} {right}",
            };
        return Gen.OneOf(atom, joined);
    }

    /// <summary>Parentheses that hold a joint, and the joints, in their order.</summary>
    private static string Skeleton(string text)
    {
        var skeleton = string.Concat(
            Lexing
                .Read(text)
                .Select(token =>
                    token.Text.ToUpperInvariant() switch
                    {
                        "(" or ")" => token.Text,
                        "AND" or "&&" => "&",
                        "OR" or "||" => "|",
                        "NOT" => "!",
                        _ => "",
                    }
                )
        );
        while (skeleton.Contains("()", StringComparison.Ordinal))
            skeleton = skeleton.Replace("()", "", StringComparison.Ordinal);
        return skeleton;
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
