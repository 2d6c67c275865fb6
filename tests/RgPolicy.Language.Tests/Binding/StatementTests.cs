using NodaTime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Tests.Parsing;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Binding;

public sealed class StatementTests
{
    [Fact]
    public void Bind_Classes_KeepTheirOrderAndEndWithTheDefault()
    {
        var policy = Bind("pool q { } class a -> q when plan.writes\nclass b -> p when plan.dop = 1");

        Assert.Equal(
            "a/q/0 b/p/1 default/p/2",
            string.Join(' ', policy.Classes.Select(query => $"{query.Name}/{query.Pool.Name}/{query.Index}"))
        );
        Assert.Null(policy.Classes[2].Condition);
        Assert.Equal(4, policy.Classes[1].Range.StartLine);
        Assert.Same(policy.Pools[1], policy.Classes[0].Pool);
    }

    [Fact]
    public void Bind_EveryWordAsAName_Fits()
    {
        var check = Check(AmbiguityTests.EveryWordAsName());

        Assert.DoesNotContain(
            check.Diagnostics,
            found => found.Severity == DiagnosticSeverity.Error && found.Code[2] != '3'
        );
    }

    [Fact]
    public void Bind_Window_HasDaysTimesAndZone()
    {
        var window = Bind("window w = sat..mon, wed 22:00..24:00 \"Europe/Berlin\" class c -> p when during w").Windows[
            0
        ];

        Assert.Equal<IsoDayOfWeek>(
            [IsoDayOfWeek.Monday, IsoDayOfWeek.Wednesday, IsoDayOfWeek.Saturday, IsoDayOfWeek.Sunday],
            window.Days
        );
        Assert.Equal(
            (new LocalTime(22, 0), LocalTime.Midnight, "Europe/Berlin"),
            (window.Start, window.End, window.Zone.Id)
        );
    }

    [Theory]
    [InlineData("window w = monday 08:00..18:00 'UTC'", "`monday` is not a day: write `mon`.")]
    [InlineData(
        "window w = mon 08:00..25:00 'UTC'",
        "`25:00` is not a time of day: write `00:00` to `23:59`, or `24:00` as an end."
    )]
    [InlineData(
        "window w = mon 24:00..08:00 'UTC'",
        "`24:00` is not a time of day: write `00:00` to `23:59`, or `24:00` as an end."
    )]
    [InlineData(
        "window w = mon 08:00..18:00 'Europe/Berlim'",
        "There is no time zone `Europe/Berlim`. Did you mean `Europe/Berlin`?"
    )]
    public void Check_WindowThatDoesNotFit_SaysWhy(string window, string message) =>
        Assert.Equal(message, AssertOne(CheckStatements(window), "RG2007").Message);

    [Fact]
    public void Bind_Strategies_HaveTheirParts()
    {
        var dynamic = Bind("cache strategy dynamic by plan.working_set, reserve 10% for streaming").CacheStrategy;

        Assert.Equal(
            (CacheStrategyKind.Dynamic, "plan.working_set", (Rational)10),
            (dynamic?.Kind, dynamic?.By?.Name, dynamic?.ReservePercent)
        );
        Assert.Equal(CacheStrategyKind.Static, Bind("cache strategy static").CacheStrategy?.Kind);
        Assert.Equal(CacheStrategyKind.Locality, Bind("cache strategy locality").CacheStrategy?.Kind);
        Assert.Equal(CacheStrategyKind.Objective, Bind("cache strategy objective").CacheStrategy?.Kind);
        Assert.Null(Bind("").CacheStrategy);
    }

    [Fact]
    public void Bind_Rule_HasEveryAction()
    {
        var rule = Bind(
            """
            window w = mon 08:00..18:00 'UTC'
            class a -> p when plan.writes
            rule r on class a, default during w {
              when request.elapsed > 1 s then log
              when request.elapsed > 2 s then notify
              when request.elapsed > 3 s then deprioritize
              when request.elapsed > 4 s then limit cpu weight 50
              when request.elapsed > 5 s then limit cache 10%, at least 2 ways
              when request.elapsed > 6 s then move to p
              when request.elapsed > 7 s then shrink next
              when request.elapsed > 8 s then quarantine fingerprint for 1 h
              when request.elapsed > 9 s then quarantine fingerprint to p for 90 min
              when request.elapsed > 10 s then cancel
              unless request.blocking > 0
            }
            """
        ).Rules[0];

        Assert.Equal(
            ("r", "a default", "w"),
            (rule.Name, string.Join(' ', rule.Classes.Select(query => query.Name)), rule.During?.Name)
        );
        Assert.Equal(
            "Log Notify Deprioritize Limit Limit MoveTo ShrinkNext Quarantine Quarantine Cancel",
            string.Join(' ', rule.Steps.Select(step => step.Then.GetType().Name))
        );
        Assert.Equal(TimeSpan.FromMinutes(90), Assert.IsType<RuleAction.Quarantine>(rule.Steps[8].Then).Duration);
        Assert.Null(Assert.IsType<RuleAction.Quarantine>(rule.Steps[7].Then).Pool);
        Assert.Equal(SettingName.CpuWeight, Assert.IsType<RuleAction.Limit>(rule.Steps[3].Then).Setting.Name);
        Assert.Equal("request.blocking > 0", rule.Unless?.Text);
    }

    [Fact]
    public void Bind_State_HasHysteresisAndOverrides()
    {
        var state = Bind(
            """
            state s when host.cpu.pressure > 60% for 30 s until < 40% for 1 min
            in s { pool p { cache 50% cpu weight 50 } }
            """
        ).States[0];

        Assert.Equal("host.cpu.pressure < 40%", state.Until?.Text);
        Assert.Equal((TimeSpan.FromSeconds(30), TimeSpan.FromMinutes(1)), (state.EnterAfter, state.LeaveAfter));
        Assert.Equal(
            "cache 50% cpu weight 50",
            string.Join(' ', Assert.Single(state.Overrides).Settings.Select(setting => setting.Text))
        );
    }

    [Fact]
    public void Bind_StateWithWholeCondition_TakesIt()
    {
        var state = Bind(
            "state s when host.cpu.pressure > 60% or dbms.active > 100 until dbms.active < 50 in s { }"
        ).States[0];

        Assert.Equal(("dbms.active < 50", TimeSpan.Zero), (state.Until?.Text, state.EnterAfter));
    }

    [Fact]
    public void Bind_Objectives_HavePercentileAndYields()
    {
        var policy = Bind(
            "class a -> p when plan.writes objective a p99.9 elapsed < 20 ms { yields p } objective "
                + "default p50 elapsed <= 1 s"
        );

        Assert.Equal(
            (new Rational(999, 10), TimeSpan.FromMilliseconds(20)),
            (policy.Objectives[0].Percentile, policy.Objectives[0].Target)
        );
        Assert.Equal("p", Assert.Single(policy.Objectives[0].Yields).Name);
        Assert.Equal(("default", (Rational)50), (policy.Objectives[1].Class.Name, policy.Objectives[1].Percentile));
    }

    [Theory]
    [InlineData("class a -> p when plan.writes class a -> p when plan.writes", "RG2003")]
    [InlineData("pool p { }", "RG2003")]
    [InlineData("let a = 1 let a = 2", "RG2003")]
    [InlineData(
        "rule r on class default { when plan.writes then log } rule r on class default { when plan.writes then log }",
        "RG2003"
    )]
    [InlineData("state s when dbms.active > 1 state s when dbms.active > 2", "RG2003")]
    [InlineData("test 'a' { expect pool p } test 'a' { expect pool p }", "RG2003")]
    [InlineData("test 'a' { given { plan.rows 5 } }", "RG2009")]
    [InlineData("default -> p", "RG2005")]
    [InlineData("default -> p class a -> p when plan.writes", "RG2005")]
    [InlineData("class default -> p when plan.writes", "RG2005")]
    [InlineData("language 1", "RG2009")]
    [InlineData("use 'x.rgp'", "RG2009")]
    [InlineData("cache strategy static cache strategy static", "RG2009")]
    [InlineData("cache strategy locality by plan.rows", "RG2009")]
    [InlineData(
        "rule r on class default { when plan.writes then log unless plan.writes unless plan.writes }",
        "RG2009"
    )]
    [InlineData("rule r on class default { }", "RG2009")]
    [InlineData("state s when dbms.active > 1 or dbms.active = 0 until < 5", "RG2009")]
    [InlineData("state s when dbms.active > 1 in s { pool p { } pool p { } }", "RG2009")]
    [InlineData("test 'a' { given statement 3 expect pool p }", "RG2009")]
    [InlineData("state s when plan.rows > 1", "RG2010")]
    [InlineData("state s when dbms.active > 1 until session.app = 'x'", "RG2010")]
    [InlineData("cache strategy dinamic", "RG2001")]
    [InlineData("cache strategy dynamic by session.app", "RG2002")]
    [InlineData("objective default p90 elapsed < 1 s", "RG2002")]
    [InlineData("objective default p95 elapsed < 1 MiB", "RG2002")]
    [InlineData("objective nobody p95 elapsed < 1 s", "RG2001")]
    [InlineData("state s when dbms.active > 1 for 9999999 d", "RG2002")]
    [InlineData("in s { }", "RG2001")]
    [InlineData("rule r on class nobody { when plan.writes then log }", "RG2001")]
    public void Check_StatementThatDoesNotFit_IsAnError(string statement, string code)
    {
        var check = CheckStatements(statement);

        Assert.True(
            check.Diagnostics.Any(found => string.Equals(found.Code, code, StringComparison.Ordinal)),
            Describe(check)
        );
        Assert.Null(check.Policy);
    }

    [Fact]
    public void Check_NoDefault_SaysWhatToWrite() =>
        Assert.Equal(
            "The last class is missing: write `default -> POOL` for the queries that no class takes.",
            AssertOne(Check("language 1 pool p { }"), "RG2005").Message
        );

    [Fact]
    public void Check_OtherLanguageVersion_IsRefused() =>
        AssertOnly(Check("language 2 pool p { } default -> p"), "RG2008");

    [Fact]
    public void Check_LanguageNotStated_SaysSoAndBinds()
    {
        var check = Check("pool p { } default -> p");

        AssertOnly(check, "RG7001");
        Assert.NotNull(check.Policy);
    }
}
