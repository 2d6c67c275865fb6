using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Testing;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Testing;

/// <summary>Tests of rules, states, objectives and quarantine: what is right passes, and what is wrong
/// fails and says so.</summary>
public sealed class TimeLineTests
{
    private const string Policy = """
        language 1
        window work  = mon..fri 08:00..18:00 "Europe/Berlin"
        window night = sun 02:15..03:30 "Europe/Berlin"
        pool fast { cache 100%   cores all   cpu weight 1000 }
        pool mid  { cache 50%   cores 50%   cpu weight 200 }
        pool slow { cache 10%, at least 2 ways   cores like mid   cpu weight 100 }
        pool jail { cpu weight 10 }
        class oltp   -> fast when plan.shape = oltp
        class scan   -> slow when plan.shape = scan
        class backup -> jail when session.app = 'backup' and during night
        class join   -> mid  when plan.shape = join
        default      -> fast
        rule ladder on class scan during work {
          when request.elapsed > 10 min then deprioritize
          when request.elapsed > 30 min then limit cpu cap 20%
          when request.elapsed > 40 min then limit cores 0..3
          when request.elapsed > 1 h    then move to jail
          when request.elapsed > 2 h    then cancel
          unless request.blocking > 0
        }
        rule repeat on class join {
          when request.elapsed > 1 min then quarantine fingerprint to jail for 1 h
        }
        state overload when host.cpu.pressure > 60% for 30 s until < 40% for 60 s
        state crowd when dbms.active > 200 until dbms.active < 100
        in overload { pool slow { cpu weight 20 } pool mid { cpu weight 100   cache 20% } }
        in crowd { pool slow { cpu weight 5   cache 20% } }
        objective oltp p95 elapsed < 20 ms { yields mid, slow }

        """;

    private const string Work =
        "at \"2026-11-20T09:00+01:00\" given { statement.kind select, plan.shape scan, request.blocking 0 } ";
    private const string Join =
        "given { statement.kind select, plan.shape join, statement.fingerprint 'f', session.app 'x', "
        + "request.blocking 0 } at \"2026-11-20T09:00+01:00\" ";

    [Theory]
    [InlineData(Work + "given request.elapsed 10 min expect no rule, pool slow, cpu weight 100")]
    [InlineData(Work + "given request.elapsed 11 min expect rule ladder step 1, class scan, pool slow")]
    [InlineData(Work + "given request.elapsed 31 min expect rule ladder step 2, cpu cap 20%")]
    [InlineData(Work + "given request.elapsed 61 min expect rule ladder step 4, pool jail, cpu weight 10")]
    [InlineData(Work + "given request.elapsed 3 h expect rule ladder step 5")]
    [InlineData(
        Work
            + "cases { (request.elapsed) -> (rule ladder) (10 min) -> (no) (10 min + 1 ms) -> (1) (30 min) -> (1) (2 "
            + "h + 1 s) -> (5) }"
    )]
    [InlineData(
        Work
            + "at 0 s { expect no rule } at 10 min { expect no rule } at 10 min + 1 ms { expect rule ladder step 1 } "
            + "at 5 h { expect rule ladder step 5 } at 9 h { expect no rule }"
    )]
    [InlineData(
        "at \"2026-11-20T17:40+01:00\" given { statement.kind select, plan.shape scan, request.blocking 0 } at 15 min "
            + "{ expect rule ladder } at 20 min { expect no rule ladder }"
    )]
    [InlineData(
        Work
            + "at 15 min { expect rule ladder } at 16 min { given request.blocking 1 expect no rule } at 17 min { "
            + "given request.blocking 0 expect rule ladder step 1 }"
    )]
    [InlineData(
        Join
            + "at 0 s { expect no quarantine, pool mid } at 2 min { expect rule repeat, pool mid, no quarantine } at "
            + "10 min { given request.elapsed 0 s expect no rule, quarantine, pool jail, cpu weight 10 }"
    )]
    [InlineData(
        Join
            + "at 2 min { expect rule repeat } at 1 h + 59 s { given request.elapsed 1 s expect quarantine } at 1 h + "
            + "1 min { given request.elapsed 1 s expect quarantine } at 1 h + 61 s { given request.elapsed 1 s "
            + "expect no quarantine, pool mid }"
    )]
    [InlineData(
        "at 0 s { given host.cpu.pressure 70% expect no state } at 29 s { expect no state } at 30 s { expect state "
            + "overload } at 40 s { given host.cpu.pressure 30% expect state overload } at 99 s { expect state "
            + "overload } at 100 s { expect no state overload }"
    )]
    [InlineData(
        "at 0 s { given host.cpu.pressure 70% } at 20 s { given host.cpu.pressure 50% } at 21 s { given "
            + "host.cpu.pressure 70% } at 50 s { expect no state } at 51 s { expect state overload }"
    )]
    [InlineData(
        "at 0 s { given host.cpu.pressure 70% } at 1 d { given host.cpu.pressure 50% expect state overload } at 2 d { "
            + "given host.cpu.pressure 39% expect state overload } at 2 d + 1 min { expect no state }"
    )]
    [InlineData(
        "given { statement.kind select, plan.shape scan, host.cpu.pressure 70%, dbms.active 10 } at 30 s { expect "
            + "class scan, cpu weight 20, cache 10% } at 40 s { given dbms.active 201 expect state overload, state "
            + "crowd, cpu weight 20, cache 20% } at 50 s { given dbms.active 99, host.cpu.pressure 1% expect state "
            + "overload, no state crowd } at 5 min { expect no state, cpu weight 100 }"
    )]
    [InlineData(
        "given plan.shape oltp at 0 s { given objective oltp late 20% expect yields mid } at 5 s { given objective "
            + "oltp late 2% expect yields mid, no yields slow } at 5 min { expect no yields }"
    )]
    [InlineData(
        "given plan.shape oltp at 0 s { given objective oltp late 5% expect no yields } at 1 min { expect no yields }"
    )]
    [InlineData(
        "given { session.app 'backup', plan.shape sort } at \"2026-03-29T03:15+02:00\" expect class backup, pool jail"
    )]
    [InlineData("given { session.app 'backup', plan.shape sort } at \"2026-03-29T03:30+02:00\" expect class default")]
    [InlineData("given { session.app 'backup', plan.shape sort } at \"2026-10-25T02:20+01:00\" expect class backup")]
    [InlineData(
        "given { session.app 'backup', plan.shape sort } at \"2026-10-25T02:10+01:00\" { expect class default } at 6 "
            + "min { expect class backup }"
    )]
    [InlineData("given { session.app 'other', plan.shape sort } expect class default")]
    [InlineData("given plan.shape scan expect class scan, cache 10%, cores 50%, cores 0..7")]
    [InlineData("given plan.shape scan expect class scan, cache 2 ways, mask '3'")]
    [InlineData("given plan.shape oltp expect class oltp, cores 0..15, mask 'fffff'")]
    [InlineData("given session.app 'x' given request.elapsed 3 h given plan.shape oltp expect no rule")]
    [InlineData("given session.app 'x' given plan.shape oltp expect no rule ladder, no rule")]
    [InlineData("given { plan.shape oltp, host.cpu.pressure 70%, dbms.active 300 } expect class oltp, state crowd")]
    [InlineData(
        "given { plan.shape oltp, host.cpu.pressure 70% } at 30 s { expect class oltp, state overload } at 40 s { "
            + "given host.cpu.pressure 1% } at 5 min { expect class oltp, no state overload }"
    )]
    [InlineData("at \"2026-11-21T09:00+01:00\" given { plan.shape scan, request.blocking 0 } expect no rule ladder")]
    [InlineData("at \"2026-11-20T09:00+01:00\" given { plan.shape scan, request.blocking 1 } expect no rule ladder")]
    [InlineData("given plan.shape scan, dbms.active 1 at 0 s { expect no state, no state crowd }")]
    [InlineData("target two given plan.shape scan expect cores 50%, cores socket 0")]
    public void Run_RightExpectation_Passes(string body) => Assert.Equal("", Run(body).Message);

    [Theory]
    [InlineData(
        Work + "given request.elapsed 10 min expect rule ladder step 1",
        "expected step 1 of rule `ladder`, got no step"
    )]
    [InlineData(
        Work + "given request.elapsed 11 min expect no rule",
        "expected no step of any rule, got step 1 (line 14) of rule `ladder`"
    )]
    [InlineData(
        Work + "given request.elapsed 50 min expect rule ladder step 3",
        "expected step 3 of rule `ladder`, got step 2 (line 15): step 3 is passed over: a limit for one query alone "
            + "is not carried out by this version; the step below it stays in force"
    )]
    [InlineData(
        Work + "given { request.elapsed 11 min, session.app 'x' } expect cpu weight 100",
        "expected `cpu weight 100`, got the lowest safe weight (decided by class `scan`, line 9)"
    )]
    [InlineData(
        Work + "given request.elapsed 61 min expect pool slow",
        "expected pool `slow`, got pool `jail` by rule `ladder` (decided by class `scan`, line 9)"
    )]
    [InlineData(
        "at \"2026-11-21T09:00+01:00\" given { plan.shape scan, request.elapsed 11 min } expect rule ladder",
        "expected a step of rule `ladder`, got no step: it is outside `work`"
    )]
    [InlineData(
        "at \"2026-11-20T09:00+01:00\" given { plan.shape oltp, request.elapsed 11 min } expect rule ladder",
        "expected a step of rule `ladder`, got no step: it is not on class `oltp`"
    )]
    [InlineData(
        "at \"2026-11-20T09:00+01:00\" given { plan.shape scan, request.elapsed 11 min, "
            + "request.blocking 1 } expect rule ladder",
        "expected a step of rule `ladder`, got no step: `unless request.blocking > 0` holds"
    )]
    [InlineData(
        "at \"2026-11-20T09:00+01:00\" given { plan.shape scan, request.blocking 0 } expect rule ladder",
        "expected a step of rule `ladder`, got no step: step 5 is passed over: request.elapsed is not given"
    )]
    [InlineData(
        "at \"2026-11-20T09:00+01:00\" given { plan.shape scan, statement.kind maintenance, request.blocking 0, "
            + "request.elapsed 3 h } expect rule ladder step 5",
        "expected step 5 of rule `ladder`, got step 4 (line 17): a query is not cancelled that is this: maintenance"
    )]
    [InlineData(
        "given { plan.shape scan, request.elapsed 11 min, request.blocking 0 } expect rule ladder",
        "a window decides about rule `ladder`, and the test says no time: write one, such as `at "
            + "\"2026-11-20T10:00+01:00\"`"
    )]
    [InlineData(
        "given { session.app 'backup', plan.shape sort } expect class default",
        "a window decides about class `backup`, and the test says no time: write one, such as `at "
            + "\"2026-11-20T10:00+01:00\"`"
    )]
    [InlineData(
        Join + "at 2 min { expect rule repeat } at 10 min { expect quarantine }",
        "at 10 min: expected the query in quarantine, got none of its fingerprint"
    )]
    [InlineData(
        Join + "at 2 min { expect rule repeat } at 10 min { given request.elapsed 0 s expect pool mid }",
        "at 10 min: expected pool `mid`, got pool `jail` by the quarantine of rule `repeat` (decided "
            + "by class `join`, line 11)"
    )]
    [InlineData(
        "at 0 s { given host.cpu.pressure 70% } at 29 s { expect state overload } at 31 s { expect no state }",
        "at 29 s: expected state `overload`, got no state\nat 31 s: expected no state, got state `overload`"
    )]
    [InlineData(
        "given { plan.shape scan, host.cpu.pressure 70% } at 30 s { expect cpu weight 100 }",
        "at 30 s: expected `cpu weight 100`, got `cpu weight 20` (decided by class `scan`, line 9)"
    )]
    [InlineData(
        "at \"2026-11-20T09:00+01:00\" given { plan.shape scan, request.blocking 0 } expect no rule ladder",
        "expected no step of rule `ladder`, which is not decided: request.elapsed is not given"
    )]
    [InlineData(
        "at \"2026-11-20T09:00+01:00\" given { plan.shape scan, request.blocking 0 } expect no rule",
        "expected no step of rule `ladder`, which is not decided: request.elapsed is not given"
    )]
    [InlineData(
        "given plan.shape scan, dbms.active 1 at 0 s { expect no state overload }",
        "at 0 s: expected that state `overload` is not active, which is not decided: host.cpu.pressure is not given"
    )]
    [InlineData(
        "given plan.shape scan at 0 s { expect no state }",
        "at 0 s: expected that state `overload` is not active, which is not decided: host.cpu.pressure is not given"
    )]
    [InlineData(
        "given plan.shape oltp at 0 s { given objective oltp late 5% expect yields mid }",
        "at 0 s: expected that pool `mid` yields, it has what the policy says"
    )]
    [InlineData(
        "given plan.shape oltp at 0 s { given objective oltp late 9% expect no yields }",
        "at 0 s: expected that no pool yields, pool `mid` does"
    )]
    [InlineData(
        "given plan.shape scan expect cache 10%, at least 3 ways",
        "expected `cache 10%, at least 3 ways`, got `cache 10%, at least 2 ways` (decided by class `scan`, line 9)"
    )]
    [InlineData(
        "given plan.shape scan expect cache 10%, exclusive",
        "expected `cache 10%, exclusive`, got `cache 10%, at least 2 ways` (decided by class `scan`, line 9)"
    )]
    [InlineData(
        "given plan.shape scan expect cache 3 ways",
        "expected `cache 3 ways`, got `cache 10%, at least 2 ways` (decided by class `scan`, line 9)"
    )]
    [InlineData(
        "given plan.shape scan expect cores 0..6",
        "expected `cores 0..6`, got `cores like mid` (decided by class `scan`, line 9)"
    )]
    [InlineData(
        "given plan.shape scan expect mask 'f'",
        "expected mask `f`, got `3` (decided by class `scan`, line 9)"
    )]
    [InlineData(
        "given plan.shape scan expect mask '7=3'",
        "expected mask `7=3`, got `3` (decided by class `scan`, line 9)"
    )]
    public void Run_WrongExpectation_SaysExpectedAndActual(string body, string message) =>
        Assert.Equal(message, Run(body).Message);

    [Fact]
    public void Run_HundredDays_IsLookedAtSeldomEnough()
    {
        var result = Run(
            "at 0 s { given host.cpu.pressure 70% } at 100 d { expect state overload } at 3000 d { given "
                + "host.cpu.pressure 1% } at 3001 d { expect no state }"
        );

        Assert.Equal("", result.Message);
    }

    [Fact]
    public void Coverage_CountsStepsAndStates_AndNamesWhatNothingTouches()
    {
        var coverage = PolicyCoverage.Of(
            Compiled("").Policy,
            [
                Run(Work + "given request.elapsed 11 min expect rule ladder step 1"),
                Run(Work + "given request.elapsed 61 min expect pool jail"),
                Run(
                    "at 0 s { given host.cpu.pressure 70% } at 30 s { expect state overload } at 5 min { given "
                        + "host.cpu.pressure 1% } at 10 min { expect no state }"
                ),
                Run("at 0 s { given { dbms.active 300, host.cpu.pressure 50% } } at 30 s { expect no state overload }"),
            ]
        );

        Assert.Equal((7, 1, 4, 2), (coverage.Steps, coverage.CoveredSteps, coverage.States, coverage.CoveredStates));
        Assert.Equal(
            ["step 15", "step 16", "step 17", "step 18", "unless 19", "step 22", "state 25", "state 25"],
            coverage
                .Untouched.Where(part => part.Kind is "step" or "unless" or "state")
                .Select(part => $"{part.Kind} {part.Line}"),
            StringComparer.Ordinal
        );
        Assert.Contains(
            "class `oltp`: no test comes out with it",
            coverage.Untouched.Select(part => part.Text),
            StringComparer.Ordinal
        );
    }

    private static PolicyTestResult Run(string body)
    {
        var program = Compiled("test \"t\" { " + body + " }");
        var runner = new PolicyTestRunner(
            program,
            _ => null,
            name => name == "two" ? Compiled("test \"t\" { " + body + " }", TwoSockets) : null
        );
        return Assert.Single(runner.RunAll().Take(1));
    }

    private static TargetProfile TwoSockets => TargetProfile.Generic with { Name = "two", Sockets = 2 };

    private static PolicyProgram Compiled(string test, TargetProfile? target = null)
    {
        var check = PolicyReader.Check(Policy + test, "p.rgp", target ?? TargetProfile.Generic);
        Assert.Empty(check.Diagnostics.Where(item => item.Severity == DiagnosticSeverity.Error));
        return PolicyProgram.Compile(check.Policy!, target ?? TargetProfile.Generic);
    }
}
