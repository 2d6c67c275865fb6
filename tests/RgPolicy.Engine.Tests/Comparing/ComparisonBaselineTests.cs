using RgPolicy.Engine.Comparing;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Engine.Tests.Comparing;

/// <summary>What is told of edits of one policy, each with the query that shows it.</summary>
public sealed class ComparisonBaselineTests
{
    private const string Text = """
        language 1
        window night = mon..sun 22:00..06:00 "Etc/UTC"
        pool top  { cpu weight 1000 }
        pool slow { cpu weight 100  cache 10% }
        pool jail { cpu weight 60  cache 20% }
        class oltp -> top  when plan.shape = oltp and session.login = 'web'
        class big  -> slow when plan.working_set > 64 MiB or statement.tables contains 'sales'
        class old  -> jail when dbms.version < 15.4 and session.app = 'old' and plan.writes
        class late -> slow when during night and session.app like 'rep%'
        default    -> top
        cache strategy static
        rule long on class big, late {
          when request.elapsed > 1 min then log
          when request.elapsed > 2 min then move to jail
          when request.elapsed > 9 min then cancel
          unless request.blocking > 0
        }
        rule again on class big {
          when request.cpu > 5 min then quarantine fingerprint to jail for 1 h
          when request.cpu > 8 min then deprioritize
        }
        state busy when host.cpu.pressure > 60% for 30 s until < 40% for 60 s
        in busy { pool slow { cpu weight 50 }  pool jail { cache 2 ways } }
        state full when dbms.active > 100
        in full { pool slow { cpu weight 40  cache 3 ways } }
        objective oltp p95 elapsed < 20 ms { yields slow, jail }
        """;

    private static readonly (string From, string To)[] Edits =
    [
        ("language 1", "language 1 // the same"),
        ("class old ", "class older "),
        ("'web'", "'shop'"),
        ("64 MiB", "65 MiB"),
        ("contains 'sales'", "contains 'stock'"),
        ("15.4", "15.6"),
        ("22:00", "23:00"),
        ("'rep%'", "'re%'"),
        ("class late -> slow", "class late -> jail"),
        ("default    -> top", "default    -> slow"),
        ("cpu weight 100  cache 10%", "cpu weight 100  cache 15%"),
        ("cpu weight 60  ", ""),
        ("then log", "then notify"),
        ("> 2 min then move to jail", "> 3 min then move to jail"),
        ("then move to jail", "then move to slow"),
        ("> 9 min then cancel", "> 8 min then cancel"),
        ("then cancel", "then log"),
        ("  unless request.blocking > 0\n", ""),
        ("on class big, late", "on class big"),
        ("fingerprint to jail for 1 h", "fingerprint to jail for 2 h"),
        ("fingerprint to jail for 1 h", "fingerprint for 1 h"),
        ("8 min then deprioritize", "5 min then deprioritize"),
        ("> 60% for 30 s", "> 70% for 30 s"),
        ("> 60% for 30 s", "> 60% for 20 s"),
        ("until < 40% for 60 s", "until < 30% for 60 s"),
        ("pool slow { cpu weight 50 }", "pool slow { cpu weight 30 }"),
        ("pool slow { cpu weight 40  cache 3 ways }", "pool slow { cpu weight 40 }"),
        ("dbms.active > 100", "dbms.active > 99"),
        ("< 20 ms", "< 30 ms"),
        ("yields slow, jail", "yields slow"),
        ("cache strategy static", "cache strategy dynamic by plan.working_set"),
        (
            "pool top  { cpu weight 1000 }\npool slow { cpu weight 100  cache 10% }",
            "pool slow { cpu weight 100  cache 10% }\npool top  { cpu weight 1000 }"
        ),
        ("dbms.version < 15.4 and session.app = 'old'", "session.app = 'old' and dbms.version < 15.4"),
        ("plan.working_set > 64 MiB or ", ""),
    ];

    [Fact]
    public void Compare_EditsOfOnePolicy_TellsWhatIsWritten() =>
        Baseline.Check("comparison.txt", Edits.SelectMany(edit => Told(edit.From, edit.To)));

    [Theory]
    [InlineData("session.login = 'web'", "top", true)]
    [InlineData("plan.working_set > 70 MiB and plan.shape = scan", "slow", true)]
    [InlineData("plan.working_set > 70 MiB and plan.shape = scan and session.login = 'x'", "jail", true)]
    [InlineData("plan.shape = oltp and session.login = 'web'", "slow", false)]
    [InlineData("session.app = 'new' and plan.working_set < 1 MiB and statement.tables is not known", "jail", false)]
    public void FindInPool_Condition_FindsAQueryThatGetsThePool(string condition, string pool, bool isFound)
    {
        var program = PolicyText.Compile(Text);
        var asked = PolicyText.Compile(
            "language 1\npool top { cpu weight 1000 }\npool slow { cpu weight 10 }\n"
                + $"class asked -> slow when {condition}\ndefault -> top"
        );

        var found = ProgramComparison.FindInPool(
            program,
            asked.Policy.Classes[0].Condition ?? throw new InvalidOperationException(),
            pool
        );

        Assert.Equal(isFound, found.Sample is not null);
    }

    private static IEnumerable<string> Told(string from, string to)
    {
        Assert.Contains(from, Text, StringComparison.Ordinal);
        var (before, after) = (
            PolicyText.Compile(Text),
            PolicyText.Compile(Text.Replace(from, to, StringComparison.Ordinal))
        );
        var found = ProgramComparison.Compare(before, after);
        return found
            .Regions.Select(region =>
                $"    {region.Before.Name} to {region.After.Name}, limits {region.ChangesLimits}: {Of(region.Sample)}"
            )
            .Concat(found.Changes.Select(change => $"    {change.Statement}: {change.What}: {Of(change.Sample)}"))
            .Concat(found.Undecided.Select(text => "    not decided: " + text))
            .Prepend($"== {from} becomes {to}".Replace('\n', ' '))
            .Append($"    revision {(before.Revision == after.Revision ? "stays" : "changes")}");
    }

    private static string Of(Sample? sample) =>
        sample is null
            ? "no query"
            : string.Join(
                ", ",
                sample
                    .Values.Select(value => $"{value.Key} {value.Value}")
                    .Concat(sample.Absent.Select(name => name + " absent"))
                    .Concat(sample.ActiveStates.Select(name => "while " + name))
                    .Append($"at {sample.At}")
            );
}
