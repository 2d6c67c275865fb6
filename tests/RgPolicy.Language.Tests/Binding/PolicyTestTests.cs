using RgPolicy.Language.Model;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Binding;

public sealed class PolicyTestTests
{
    [Fact]
    public void Bind_Test_HasAllThatIsGivenAndExpected()
    {
        var test = Assert.Single(Bind("""
            test "it's all there" {
              given plan "plans/q6.json", statement 2, session { app "SSRS" login exactly 'x' }
              given { request.elapsed 12 min, plan.shape = scan  statement.tables ('a', 'b') }
              at "2026-11-20T10:00+01:00"
              target db1
              expect provisional class default, pool p, cores 4..7, 9, cache 10%, at least 2 ways, line 15
            }
            """).Tests);

        Assert.Equal(("it's all there", "plans/q6.json", 2, "db1"), (test.Name, test.PlanPath, test.PlanStatement, test.Target));
        Assert.Equal("session.app session.login request.elapsed plan.shape statement.tables",
            string.Join(' ', test.Given.Select(given => given.Signal.Name)));
        Assert.Equal<Constant>([new TextConstant("a", false), new TextConstant("b", false)], test.Given[4].Values);
        Assert.Equal(new NumberConstant(720), test.Given[2].Values[0]);
        Assert.Equal("2026-11-20T10:00:00+01", test.At?.ToString());
        Assert.Equal((true, "default", "p", 15), (test.ExpectProvisional, test.ExpectedClass, test.ExpectedPool, test.ExpectedLine));
        Assert.Equal("cores 4..7, 9|cache 10%, at least 2 ways", string.Join('|', test.ExpectedSettings.Select(setting => setting.Text)));
    }

    [Fact]
    public void Bind_Cases_GiveOneTestPerRow()
    {
        var tests = Bind("""
            test "shapes" {
              given session { app "x" } at "2026-11-20T10:00:00Z"
              cases {
                (plan.shape, plan.rows) -> (class, pool, line)
                (scan, 5 * 2) -> (default, p, 3)
                (_, _) -> (_, p, _)
              }
            }
            """).Tests;

        Assert.Equal("shapes (case 1)|shapes (case 2)", string.Join('|', tests.Select(test => test.Name)));
        Assert.Equal([3, 1], tests.Select(test => test.Given.Length));
        Assert.Equal(("default", "p", 3), (tests[0].ExpectedClass, tests[0].ExpectedPool, tests[0].ExpectedLine));
        Assert.Equal((null, "p", null), (tests[1].ExpectedClass, tests[1].ExpectedPool, tests[1].ExpectedLine));
        Assert.Equal((7, 8), (tests[0].Range.StartLine, tests[1].Range.StartLine));
    }

    [Theory]
    [InlineData("given { plan.shape scn }", "RG2001")]
    [InlineData("given { plan.rows ('a', 'b') }", "RG2002")]
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
