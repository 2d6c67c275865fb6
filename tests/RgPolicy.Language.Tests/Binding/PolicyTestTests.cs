using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Binding;

public sealed class PolicyTestTests
{
    [Fact]
    public void Bind_Test_HasAllThatIsGivenAndExpected()
    {
        var test = Assert.Single(
            Bind(
                """
                test "it's all there" {
                  given plan "plans/q6.json", statement 2, session { app "SSRS" login exactly 'x' }
                  given { request.elapsed 12 min, plan.shape = scan  statement.tables ('a', 'b') }
                  at "2026-11-20T10:00+01:00"
                  target db1
                  expect provisional class default, pool p, cores 4..7, 9, cache 10%, at least 2 ways, line 15
                }
                """
            ).Tests
        );

        Assert.Equal(
            ("it's all there", "plans/q6.json", 2, "db1"),
            (test.Name, test.PlanPath, test.PlanStatement, test.Target)
        );
        Assert.Equal(
            "session.app session.login request.elapsed plan.shape statement.tables",
            string.Join(' ', test.Given.Select(given => given.Signal.Name))
        );
        Assert.Equal<Constant>([new TextConstant("a", false), new TextConstant("b", false)], test.Given[4].Values);
        Assert.Equal(new NumberConstant(720), test.Given[2].Values[0]);
        Assert.Equal("2026-11-20T10:00:00+01", test.At?.ToString());
        Assert.Equal<TestExpectation>(
            [
                new TestExpectation.Provisional(),
                new TestExpectation.Class("default", true),
                new TestExpectation.Pool("p"),
            ],
            test.Expected.Take(3)
        );
        Assert.Equal(
            "cores 4..7, 9|cache 10%, at least 2 ways",
            string.Join('|', test.Expected.OfType<TestExpectation.Value>().Select(value => value.Setting.Text))
        );
        Assert.Equal(new TestExpectation.Line(15), test.Expected[^1]);
    }

    [Fact]
    public void Bind_Cases_GiveOneTestPerRow()
    {
        var tests = Bind(
            """
            test "shapes" {
              given session { app "x" } at "2026-11-20T10:00:00Z"
              cases {
                (plan.shape, plan.rows) -> (class, pool, line)
                (scan, 5 * 2) -> (default, p, 3)
                (_, _) -> (_, p, _)
              }
            }
            """
        ).Tests;

        Assert.Equal("shapes (case 1)|shapes (case 2)", string.Join('|', tests.Select(test => test.Name)));
        Assert.Equal([3, 1], tests.Select(test => test.Given.Length));
        Assert.Equal<TestExpectation>(
            [new TestExpectation.Class("default", false), new TestExpectation.Pool("p"), new TestExpectation.Line(3)],
            tests[0].Expected
        );
        Assert.Equal<TestExpectation>([new TestExpectation.Pool("p")], tests[1].Expected);
        Assert.Equal((7, 8), (tests[0].Range.StartLine, tests[1].Range.StartLine));
    }

    [Fact]
    public void Bind_TwoExpects_BothCount()
    {
        var test = Assert.Single(Bind("test 't' { expect class default expect pool p expect line 3 }").Tests);

        Assert.Equal(3, test.Expected.Length);
    }

    [Fact]
    public void Bind_ExpectBesideCases_CountsInEveryRow()
    {
        var tests = Bind(
            "test 't' { expect pool p cases { (plan.rows) -> (class) (1) -> (default) (2) -> (_) } }"
        ).Tests;

        Assert.Equal([2, 1], tests.Select(test => test.Expected.Length));
        Assert.All(tests, test => Assert.Contains(new TestExpectation.Pool("p"), test.Expected));
    }

    [Fact]
    public void Bind_TimeLine_CountsFromTheBegin()
    {
        var test = Assert.Single(
            Bind(
                "rule r on class default { when request.elapsed > 1 min then log }\n"
                    + """
                    test "t" {
                      at "2026-11-20T10:00Z" { expect no rule }
                      at 30 s + 30 s         { given request.elapsed 90 s, objective default late 5%   expect rule r step 1 }
                      at "2026-11-20T12:00+01:00" { expect no rule r }
                    }
                    objective default p95 elapsed < 1 s { yields p }
                    """
            ).Tests
        );

        Assert.Equal("2026-11-20T10:00:00Z", test.At?.ToString());
        Assert.Equal([0, 60, 3600], test.Moments.Select(moment => moment.After.TotalSeconds));
        Assert.Equal(
            [new TestExpectation.NoRule(null), new TestExpectation.Rule("r", 1), new TestExpectation.NoRule("r")],
            test.Moments.SelectMany(moment => moment.Expected)
        );
        Assert.Equal((1, 5), (test.Moments[1].Given.Length, (int)test.Moments[1].Late[0].Percent.ToDouble()));
    }

    [Fact]
    public void Bind_EveryExpectation_IsKept()
    {
        var test = Assert.Single(
            Bind(
                "rule r on class default { when request.elapsed > 1 min then log }\n"
                    + "state s when host.cpu.pressure > 60%\nin s { pool p { cache 50% } }\n"
                    + "test 't' { expect rule r, state s, no state, no state s, yields p, no yields, no yields p, "
                    + "quarantine, no quarantine, no rule, mask '0x3', mask '0=ff;1=3' }"
            ).Tests
        );

        Assert.Equal(
            "Rule State NoState NoState Yields NoYields NoYields Quarantine NoQuarantine NoRule Mask Mask",
            string.Join(' ', test.Expected.Select(expected => expected.GetType().Name))
        );
        Assert.Equal<(int? Domain, ulong Bits)>([(null, 3)], ((TestExpectation.Mask)test.Expected[^2]).Masks);
        Assert.Equal<(int? Domain, ulong Bits)>([(0, 255), (1, 3)], ((TestExpectation.Mask)test.Expected[^1]).Masks);
    }

    [Theory]
    [InlineData("given { plan.rows 1, plan.rows 2 }", "RG2009")]
    [InlineData("given plan.rows 1, plan.rows 1", "RG2009")]
    [InlineData("given session { app 'a' }, session.app 'b'", "RG2009")]
    [InlineData("given plan.rows 1 given plan.rows 1", "RG2009")]
    [InlineData("given plan.rows 1 cases { (plan.rows) -> (class) (1) -> (default) }", "RG2009")]
    [InlineData("cases { (plan.rows, plan.rows) -> (class) (1, 2) -> (default) }", "RG2009")]
    [InlineData("at \"2026-11-20T10:00Z\" at \"2026-11-20T10:00Z\"", "RG2009")]
    [InlineData("given at \"2026-11-20T10:00Z\", at \"2026-11-21T10:00Z\"", "RG2009")]
    [InlineData("target a target b", "RG2009")]
    [InlineData("given plan 'a', plan 'b'", "RG2009")]
    [InlineData("at 10 s { expect no rule } at 10 s { expect no rule }", "RG2009")]
    [InlineData("at 10 s { expect no rule } at 5 s { expect no rule }", "RG2009")]
    [InlineData("at 10 s { given plan.rows 1 given plan.rows 2 expect no rule }", "RG2009")]
    [InlineData("at 10 s { target a expect no rule }", "RG2009")]
    [InlineData("at 10 s { given plan 'a' expect no rule }", "RG2009")]
    [InlineData("at 10 s { at 20 s { expect no rule } }", "RG2009")]
    [InlineData("at 10 s { expect no rule } at \"2026-11-20T10:00Z\" { expect no rule }", "RG2009")]
    [InlineData("at \"2026-11-20T10:00Z\" at \"2026-11-20T09:00Z\" { expect no rule }", "RG2002")]
    [InlineData("at 10 { expect no rule }", "RG2002")]
    [InlineData("at 5000 d { expect no rule }", "RG2002")]
    [InlineData("at \"0001-01-01T00:00Z\"", "RG2002")]
    [InlineData("expect rule nobody", "RG2001")]
    [InlineData("expect no rule nobody", "RG2001")]
    [InlineData("expect state nobody", "RG2001")]
    [InlineData("expect yields nobody", "RG2001")]
    [InlineData("expect mask 'xyz'", "RG2002")]
    [InlineData("expect mask '3;0=3'", "RG2002")]
    [InlineData("expect mask '11111111111111111'", "RG2002")]
    [InlineData("given objective default late 5%", "RG2001")]
    [InlineData("given session app 'psql'", "RG1001")]
    public void Check_TestThatContradictsItself_IsAnError(string item, string code) =>
        AssertOnly(CheckStatements($"test 't' {{ {item} expect pool p }}"), code);

    [Fact]
    public void Check_CaseThatExpectsNothing_IsAnError() =>
        AssertOnly(
            CheckStatements("test 't' { cases { (plan.rows) -> (class, pool) (1) -> (_, _) (2) -> (_, p) } }"),
            "RG2009"
        );

    [Theory]
    [InlineData("expect rule r step 0")]
    [InlineData("expect rule r step 3")]
    [InlineData("cases { (plan.rows) -> (rule r) (1) -> (3) }")]
    [InlineData("cases { (plan.rows) -> (rule r) (1) -> (yes) }")]
    [InlineData("expect rule r step 99999999999")]
    public void Check_StepThatIsNotThere_IsAnError(string item) =>
        AssertOnly(
            CheckStatements(
                "rule r on class default { when request.elapsed > 1 min then log when request.elapsed "
                    + "> 2 min then log } "
                    + $"test 't' {{ {item} }}"
            ),
            "RG2002"
        );

    [Theory]
    [InlineData("given { plan.shape scn }", "RG2001")]
    [InlineData("given { plan.rows ('a', 'b') }", "RG2002")]
    [InlineData("given { plan.rows 10.5 }", "RG2002")]
    [InlineData("given { plan.rows -1 }", "RG2002")]
    [InlineData("given { plan.working_set 0.3 MiB }", "RG2002")]
    [InlineData("given { plan.working_set 0 B - 1 B }", "RG2002")]
    [InlineData("given session { ap 'x' }", "RG2001")]
    [InlineData("at \"today\"", "RG2002")]
    [InlineData("expect class nobody", "RG2001")]
    [InlineData("expect pool nobody", "RG2001")]
    [InlineData("expect maxdop 4 MiB", "RG2002")]
    [InlineData("cases { (plan.rows) -> (class) (1, 2) -> (default) }", "RG2002")]
    [InlineData("cases { (plan.rows) -> (line) (1) -> (x) }", "RG2002")]
    public void Check_TestThatDoesNotFit_IsAnError(string item, string code) =>
        AssertOnly(CheckStatements($"test 't' {{ {item} expect pool p }}"), code);
}
