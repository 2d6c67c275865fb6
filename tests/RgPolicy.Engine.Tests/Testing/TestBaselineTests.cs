using NodaTime;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Testing;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.Testing;

/// <summary>What every kind of expectation says of every kind of query, what the tests cover, and when they
/// look.</summary>
public sealed class TestBaselineTests
{
    private const string Policy = """
        language 1
        window work = mon..fri 08:00..18:00 "Europe/Berlin"
        pool fast { cache 100%  cores all  cpu weight 1000  maxdop 1 }
        pool mid  { cache 50%, at least 4 ways  cores 50%  cpu weight 200  memory bandwidth 40% }
        pool slow { cache 2 ways  cores like mid  cpu weight 100 }
        pool own  { cache 15%, exclusive  cores 0..3 }
        class oltp -> fast when plan.shape = oltp
        class scan -> slow when plan.shape = scan and plan.working_set <= host.llc
        class apart -> own when session.app = 'own' and (statement.tables contains 'sales' or plan.rows > 1000)
        class late -> mid when during work and session.login like 'rep%' and not plan.writes
        default -> fast
        rule ladder on class scan, late during work {
          when request.elapsed > 10 min then deprioritize
          when request.elapsed > 30 min then move to mid
          when request.elapsed > 40 min then limit cores 0..3
          when request.elapsed > 2 h    then cancel
          unless request.blocking > 0
        }
        rule again on class scan, apart {
          when request.cpu > 5 min then quarantine fingerprint for 1 h
          when request.cpu > 9 min then quarantine fingerprint to mid for 2 h
        }
        rule told on class default { when request.elapsed > 1 h and request.reads > 1 GiB then notify }
        rule early on class default { when request.elapsed > 3 h and during work then log  unless request.blocking > 5 }
        state busy when host.cpu.pressure > 60% for 30 s until < 40% for 60 s
        state full when dbms.active > 100
        state late when dbms.active > 50 and during work
        in late { pool slow { cpu weight 45 } }
        in busy { pool slow { cpu weight 50 } }
        in full { pool slow { cpu weight 40  cache 3 ways }  pool mid { cache 20% } }
        objective oltp p95 elapsed < 20 ms { yields slow, mid }

        """;

    private const string Moment = " at \"2026-11-20T09:00+01:00\" ";

    private static readonly string[] Given =
    [
        "given { plan.shape oltp, session.login 'web' }" + Moment,
        "given { plan.shape scan, plan.working_set 1 MiB, request.blocking 0, statement.fingerprint 'f' }" + Moment,
        "given { plan.shape scan, plan.working_set 1 MiB, request.elapsed 11 min, request.cpu 6 min, "
            + "request.blocking 0, statement.fingerprint 'f' }"
            + Moment,
        "given { plan.shape scan, plan.working_set 1 MiB, request.elapsed 50 min, request.cpu 10 min, "
            + "request.blocking 0 }"
            + Moment,
        "given { plan.shape scan, plan.working_set 1 MiB, request.elapsed 3 h, request.blocking 1, "
            + "host.cpu.pressure 70%, dbms.active 101 }"
            + Moment,
        "given { plan.shape scan, plan.working_set 1 GiB, session.app 'own', session.login 'x', plan.rows 1001 }"
            + Moment,
        "given { plan.shape scan, plan.working_set 1 GiB, session.app 'own', statement.tables ('sales', 'x') }",
        "given { session.login 'report', session.app 'x', plan.writes false, plan.shape join, request.elapsed 31 "
            + "min, request.blocking 0 }"
            + Moment,
        "given { session.login 'report', session.app 'x', plan.writes false, plan.shape join }",
        "given { session.login 'x', session.app 'x' }",
        "given { session.login 'x', session.app 'x', plan.shape join, request.elapsed 2 h, request.reads 2 GiB }"
            + Moment,
        "given { session.login 'x', session.app 'x', plan.shape sort, request.elapsed 4 h, request.blocking 0 }",
        "given { session.login 'x', session.app 'x', plan.shape sort, request.elapsed 4 h, request.blocking 6 }",
        "given { session.login 'x', session.app 'x', plan.shape sort, dbms.active 60, host.cpu.pressure 1% }",
    ];

    private static readonly string[] Expected =
    [
        "class oltp",
        "class scan",
        "class apart",
        "class default",
        "provisional class default",
        "provisional class scan",
        "provisional pool fast",
        "pool fast",
        "pool slow",
        "pool mid",
        "line 7",
        "line 8",
        "maxdop 1",
        "cpu weight 100",
        "cpu weight 50",
        "cpu weight 40",
        "cache 50%",
        "cache 10 ways",
        "cache 10%",
        "cache 2 ways",
        "cache 15%, exclusive",
        "cache 50%, at least 4 ways",
        "cores 50%",
        "cores 0..7",
        "cores 0..3",
        "memory bandwidth 40%",
        "rule ladder",
        "rule ladder step 1",
        "rule ladder step 3",
        "rule ladder step 4",
        "rule again step 1",
        "rule told",
        "no rule",
        "no rule ladder",
        "no rule told",
        "class default, no rule early",
        "no rule told, class default",
        "class default, no state busy",
        "state late",
        "no state late",
        "no state full",
        "state busy",
        "state full",
        "no state",
        "no state busy",
        "quarantine",
        "no quarantine",
        "yields slow",
        "no yields",
        "no yields mid",
        "mask '3'",
        "mask 'fffff'",
        "mask '0=3'",
    ];

    [Fact]
    public void Run_EveryQueryAndExpectation_SaysWhatIsWritten()
    {
        var tests = Given.SelectMany(given => Expected.Select(expected => $"{given} expect {expected}")).ToList();
        var program = Compiled([.. tests]);

        var results = new PolicyTestRunner(program, _ => null, _ => null).RunAll();

        Baseline.Check(
            "policy_tests.txt",
            Given.SelectMany(
                (given, place) =>
                    results
                        .Skip(place * Expected.Length)
                        .Take(Expected.Length)
                        .Zip(
                            Expected,
                            (result, expected) => $"    {expected}: {(result.Passed ? "passes" : result.Message)}"
                        )
                        .Prepend("== " + given)
            )
        );
    }

    [Fact]
    public void Of_SomeOfTheTests_CountsAndNamesWhatIsWritten()
    {
        string[] tests =
        [
            Given[0] + "expect class oltp",
            Given[1] + "expect class scan, no rule",
            Given[2] + "expect rule ladder step 1, pool slow",
            Given[4] + "expect state full, no rule ladder",
            Given[5] + "expect pool own",
            Given[9] + " expect provisional class default",
            "at 0 s { given host.cpu.pressure 70% } at 1 min { expect state busy } at 2 min { given "
                + "host.cpu.pressure 1% } at 4 min { expect no state busy }",
            "at 0 s { given dbms.active 200 } at 1 min { expect state full } at 2 min { given dbms.active 1 } at "
                + "4 min { expect no state busy }",
        ];
        var program = Compiled(tests);
        var results = new PolicyTestRunner(program, _ => null, _ => null).RunAll();

        Baseline.Check(
            "policy_coverage.txt",
            Enumerable
                .Range(0, results.Length + 1)
                .SelectMany(count => Lines(PolicyCoverage.Of(program.Policy, [.. results.Take(count)])))
        );
    }

    [Fact]
    public void Next_PolicyOfAllKinds_LooksWhenItIsWritten()
    {
        var policy = Compiled([]).Policy;
        Baseline.Check(
            "policy_looks.txt",
            new[] { 60, 3_600, 86_400 * 3, 86_400 * 800 }.SelectMany(seconds =>
                new[] { false, true }.SelectMany(isControlled => Looks(policy, seconds, isControlled).Take(60))
            )
        );
    }

    private static IEnumerable<string> Looks(Language.Model.Policy policy, int seconds, bool isControlled)
    {
        var begin = Instant.FromUtc(2026, 3, 28, 6, 59, 30).ToDateTimeOffset();
        var ticks = new TestTicks(policy, begin);
        ticks.Ages(begin, 590, begin);
        yield return Text($"== {seconds} s{(isControlled ? ", controlled" : "")}");
        var now = begin;
        var count = 0;
        while (ticks.Next(now, begin.AddSeconds(seconds), isControlled) is { } next && count < 20_000)
        {
            now = next;
            count++;
            if (count < 40 || count % 1_000 == 0)
                yield return Text($"    {count}: {(now - begin).TotalSeconds:0.#######}");

            if (count == 3)
            {
                ticks.Happened(now);
                yield return Text($"    happened {ticks.HasHappenedAt(now)} {ticks.HasHappenedAt(begin)}");
                ticks.Settle();
            }
        }

        yield return Text($"    {count} looks");
    }

    private static IEnumerable<string> Lines(PolicyCoverage coverage) =>
        coverage
            .Untouched.Select(part => Text($"    {part.Kind} {part.Name} {part.Path} {part.Line}: {part.Text}"))
            .Prepend(
                Text(
                    $"== {coverage.CoveredClasses} of {coverage.Classes}, {coverage.CoveredBranches} of {coverage.Branches}, {coverage.CoveredSteps} of {coverage.Steps}, {coverage.CoveredStates} of {coverage.States}: {coverage.ClassPercent:0.#} {coverage.BranchPercent:0.#} {coverage.StepPercent:0.#} {coverage.StatePercent:0.#} {coverage.LeastPercent:0.#}"
                )
            );

    private static PolicyProgram Compiled(string[] tests)
    {
        var text = Policy + string.Concat(tests.Select((test, number) => $"test \"{number}\" {{ {test} }}\n"));
        return PolicyText.Compile(text);
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
