using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Testing;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Testing;

namespace RgPolicy.Engine.Tests.Testing;

/// <summary>A test is looked at only when something can change, and nothing comes out otherwise than if it were looked
/// at every minute.</summary>
public sealed class SparseLooksTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Run_DrawnPolicies_ComeOutAsIfLookedAtEveryMinute(int seed)
    {
        var random = new Random(seed);
        for (var round = 0; round < 5; round++)
        {
            var text = Draw(random);
            while (Errors(text).Count > 0)
                text = Draw(random);

            var program = Compiled(text);
            var runner = new PolicyTestRunner(program, _ => null, _ => null);
            var test = program.Policy.Tests[0];

            var sparse = runner.Run(test).Sights;
            var dense = runner.Run(EveryMinute(test)).Sights;

            var moments = test.Moments.Select(moment => moment.After).ToList();
            for (var index = 0; index < moments.Count; index++)
            {
                var other = dense[(int)(moments[index] / Minute)];
                Assert.True(
                    Shown(sparse[index]) == Shown(other),
                    $"{moments[index]}: {Shown(sparse[index])}, every minute {Shown(other)}\n{text}"
                );
            }
        }
    }

    [Fact]
    public void Run_TwentyTestsOfTenYears_AreQuick()
    {
        var tests = string.Concat(
            Enumerable
                .Range(0, 20)
                .Select(number =>
                    $"test \"{number}\" {{ at \"2026-03-02T07:00Z\" given {{ plan.shape scan, host.cpu.pressure 70% "
                    + "} at 3650 d { expect state busy, rule old } }\n"
                )
        );
        var program = Compiled(
            Base
                + """
                rule old on class scan { when request.elapsed > 1 h then move to jail }
                state busy when host.cpu.pressure > 60% for 30 s until < 40% for 60 s

                """
                + tests
        );
        var runner = new PolicyTestRunner(program, _ => null, _ => null);

        var time = OwnTime.Start();
        var results = runner.RunAll();

        Assert.All(results, result => Assert.Equal("", result.Message));
        Assert.InRange(time.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(4));
    }

    private const string Base = """
        language 1
        pool fast { cpu weight 1000 }
        pool slow { cpu weight 100 }
        pool jail { cpu weight 10 }
        class scan -> slow when plan.shape = scan
        default    -> fast

        """;

    private static string Draw(Random random)
    {
        var zones = new[] { "Europe/Berlin", "UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe" };
        var days = new[] { "mon..fri", "sat, sun", "mon..sun", "sun" };
        string Pick(string[] from) => from[random.Next(from.Length)];
        string Time() => string.Create(CultureInfo.InvariantCulture, $"{random.Next(24):00}:{random.Next(12) * 5:00}");
        string Window(string name) => $"window {name} = {Pick(days)} {Time()}..{Time()} \"{Pick(zones)}\"\n";
        string Span(int most) => string.Create(CultureInfo.InvariantCulture, $"{random.Next(1, most)} min");
        string During() => Pick(["", " during a", " during b"]);
        string Term() =>
            Pick([
                "during a",
                "not during b",
                "host.cpu.pressure > 60%",
                "dbms.active > 5",
                "during a and host.cpu.pressure > 60%",
                "during a and not during b",
            ]);
        string For() => random.Next(3) == 0 ? "" : " for " + Span(200);
        // With no duration on either side a state whose two conditions hold at once would never come to rest.
        string State(string name) =>
            $"state {name} when {Term()}{For()}{(random.Next(2) == 0 ? "" : " until " + Term() + " for " + Span(200))}\n";
        string Rule(string name) =>
            $"rule {name} on class scan{During()} {{ when request.elapsed > {Span(300)} then {Pick(["deprioritize", "move to jail", "quarantine fingerprint to jail for " + Span(2000), "notify"])} "
            + $"when request.elapsed > {Span(1000)} and {Term()} then move to jail }}\n";
        var begin = Pick(["2026-03-28T05:00Z", "2026-10-24T19:30Z", "2026-11-20T09:00Z", "2026-04-04T12:00Z"]);
        var at = 0;
        string Moment() =>
            string.Create(
                CultureInfo.InvariantCulture,
                $" at {at += random.Next(1, 1000)} min {{ given {{ host.cpu.pressure {random.Next(30, 90)}%{(random.Next(3) == 0 ? ", request.elapsed " + random.Next(90) + " min" : "")} }} expect no state }}"
            );
        var late = random.Next(2) == 0 ? "" : "class late -> jail when plan.shape = join and during b\n";
        return Base.Replace("default ", late + "default ", StringComparison.Ordinal)
            + Window("a")
            + Window("b")
            + Rule("x")
            + Rule("y")
            + State("s")
            + State("u")
            + $"test \"t\" {{ at \"{begin}\" given {{ statement.kind select, statement.fingerprint 'f', session.app 'x', plan.shape {Pick(["scan", "scan", "join"])}, dbms.active {random.Next(10)} }}"
            + string.Concat(Enumerable.Range(0, 4).Select(_ => Moment()))
            + " }\n";
    }

    /// <summary>The same test with a moment in every minute, which gives nothing.</summary>
    private static PolicyTest EveryMinute(PolicyTest test)
    {
        var minutes = (int)(test.Moments[^1].After / Minute);
        var given = test.Moments.ToDictionary(moment => moment.After);
        return test with
        {
            Moments =
            [
                .. Enumerable
                    .Range(0, minutes + 1)
                    .Select(minute => Minute * minute)
                    .Select(after =>
                        given.GetValueOrDefault(after)
                        ?? test.Moments[0] with
                        {
                            After = after,
                            Given = [],
                            Late = [],
                            Expected = [],
                        }
                    ),
            ],
        };
    }

    private static string Shown(MomentResult sight) =>
        $"{sight.Message} | {string.Join(", ", sight.States)} | {string.Join(", ", sight.Rules.Select(rule => rule.Step))}";

    private static List<Diagnostic> Errors(string text) =>
        [
            .. PolicyReader
                .Check(text, "p.rgp", TargetProfile.Generic)
                .Diagnostics.Where(item => item.Severity == DiagnosticSeverity.Error),
        ];

    private static PolicyProgram Compiled(string text)
    {
        Assert.Empty(Errors(text));
        return PolicyProgram.Compile(
            PolicyReader.Check(text, "p.rgp", TargetProfile.Generic).Policy!,
            TargetProfile.Generic
        );
    }
}
