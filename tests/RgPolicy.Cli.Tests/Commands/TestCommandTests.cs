using System.Xml.Linq;

namespace RgPolicy.Cli.Tests.Commands;

public sealed class TestCommandTests : IDisposable
{
    private const string Good = """
        test "a scan" {
          given { plan.shape scan }
          expect class scan, pool polluters, cache 10%, line 10
        }
        test "reports at night" {
          given { plan.shape join }, session { app "SSRS 2022" }, at "2026-11-20T23:00Z"
          expect class reports, pool reporting
        }
        test "by day" {
          given session { app "psql" }
          cases {
            (plan.shape) -> (class)
            (oltp)       -> (oltp)
            (sort)       -> (default)
          }
        }
        """;

    private const string Bad = "test \"wrong\" { given { plan.shape scan } expect class oltp }\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Test_AllHold_EndsWithZero()
    {
        var run = await _folder.With("p.rgp", Samples.Policy + Good).Run("test");

        Assert.Equal("4 passed, 0 failed\n", run.Output);
        Assert.Equal((0, ""), (run.ExitCode, run.Error));
    }

    [Fact]
    public async Task Test_NoTestInTheFiles_IsNoSuccess()
    {
        var run = await _folder.With("p.rgp", Samples.Policy).Run("test", "p.rgp");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("there is no test in these files", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Test_PolicyAlone_RunsTheTestFilesThatUseIt()
    {
        var run = await _folder
            .With("p.rgp", Samples.Policy + Good)
            .With("p.rgtest", "use \"p.rgp\"\n" + Bad)
            .With("other.rgtest", "use \"other.rgp\"\n" + Bad)
            .Run("test", "p.rgp");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("4 passed, 1 failed", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(60, false)]
    [InlineData(100, true)]
    public async Task Test_PlanThatIsCut_Fails(int percent, bool isWhole)
    {
        var plan = Samples.ScanPlan[..(Samples.ScanPlan.Length * percent / 100)];
        var run = await _folder
            .With("p.rgp", Samples.Policy + "test \"cut\" { given plan \"plan.json\" expect class scan }\n")
            .With("plan.json", plan)
            .Run("test", "p.rgp");

        Assert.Equal(isWhole ? 0 : 1, run.ExitCode);
        Assert.Equal(!isWhole, run.Output.Contains("RG0104", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Test_OneFails_ShowsExpectedActualAndTrace()
    {
        var run = await _folder.With("p.rgp", Samples.Policy + Bad).Run("test", "p.rgp");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal(
            """
            FAILED[RG6001] p.rgp:13: wrong
              expected class `oltp`, got class `scan` (decided by class `scan`, line 10)
            Classes tried, from the top (* decided)
              false    oltp (line 9)
                     * false    plan.shape = oltp  [scan]
              true     scan (line 10)
                     * true     plan.shape = scan  [scan]

            0 passed, 1 failed

            """,
            run.Output
        );
    }

    [Fact]
    public async Task Test_TestFileAndPlanBesideIt_AreFound()
    {
        _folder
            .With("p.rgp", Samples.Policy)
            .With("plans/q6.json", Samples.ScanPlan)
            .With(
                "more.rgtest",
                "use \"p.rgp\"\ntest \"q6\" { given plan \"plans/q6.json\" expect class scan, line 10 }\n"
            );

        var run = await _folder.Run("test", "more.rgtest");

        Assert.Equal("1 passed, 0 failed\n", run.Output);
    }

    [Fact]
    public async Task Test_Json_HasTheFixedFields()
    {
        var run = await _folder
            .With("p.rgp", Samples.Policy + Good + Bad)
            .Run("test", "--output", "json", "--coverage");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal("schema passed failed skipped coverage tests elapsed_seconds", CliRun.Fields(run.Json));
        Assert.Equal("rgp/test/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal((4, 1, 0), (Number(run, "passed"), Number(run, "failed"), Number(run, "skipped")));
        Assert.Equal("classes branches steps states untouched", CliRun.Fields(run.Json.GetProperty("coverage")));
        Assert.Equal(
            "kind name path line message",
            CliRun.Fields(run.Json.GetProperty("coverage").GetProperty("untouched")[0])
        );
        var last = run.Json.GetProperty("tests")[4];
        Assert.Equal("name path line outcome message", CliRun.Fields(last));
        Assert.Equal(
            ("wrong", "p.rgp", "failed"),
            (
                last.GetProperty("name").GetString(),
                last.GetProperty("path").GetString(),
                last.GetProperty("outcome").GetString()
            )
        );
    }

    [Fact]
    public async Task Test_Coverage_CountsClassesAndAnswersOfQuestions()
    {
        // Two of four classes come out; of the four questions, plan.shape = oltp gets both answers and
        // the others one at most.
        const string tests = "test \"t\" { cases { (plan.shape) -> (class) (oltp) -> (oltp) (scan) -> (scan) } }\n";
        _folder.With("p.rgp", Samples.Policy + tests);

        var run = await _folder.Run("test", "--coverage");

        Assert.StartsWith(
            "coverage of classes: 2 of 4 (50%)\ncoverage of branches: 3 of 8 (37.5%)\nno test touches\n",
            run.Output,
            StringComparison.Ordinal
        );
        Assert.Contains("no test comes out with it\n", run.Output, StringComparison.Ordinal);
        Assert.EndsWith("2 passed, 0 failed\n", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Test_Coverage_CountsStepsAndStates()
    {
        const string text = """
            rule long on class scan {
              when request.elapsed > 1 min then log
              when request.elapsed > 2 min then deprioritize
            }
            state busy when host.cpu.pressure > 60%
            test "long" {
              given { plan.shape scan, request.elapsed 90 s }
              expect rule long step 1
            }

            """;
        var run = await _folder.With("p.rgp", Samples.Policy + text).Run("test", "--coverage", "--threshold", "0");

        Assert.Contains(
            "coverage of steps: 1 of 2 (50%)\ncoverage of states: 0 of 2 (0%)\n",
            run.Output,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "p.rgp:15: rule `long`: step 2, `when request.elapsed > 2 min`\n",
            run.Output,
            StringComparison.Ordinal
        );
        Assert.Contains("p.rgp:17: state `busy` is never expected\n", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("NaN")]
    [InlineData("-1")]
    [InlineData("100.01")]
    [InlineData("1e3")]
    [InlineData("\u001b[31m\u202e7")]
    [InlineData("99999999999999999999999999999999999999999999")]
    public async Task Test_ThresholdThatIsNoPercentage_IsAUsageError(string threshold)
    {
        var run = await _folder.With("p.rgp", Samples.Policy + Good).Run("test", "--threshold=" + threshold);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("--threshold is a percentage from 0 to 100.", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Test_TimeLineFails_SaysSoInOneLineForEachMoment()
    {
        const string text = """
            state busy when host.cpu.pressure > 60% for 30 s
            test "busy" {
              given host.cpu.pressure 70%
              at 10 s { expect state busy }
              at 30 s { expect no state }
            }

            """;
        var run = await _folder.With("p.rgp", Samples.Policy + text).Run("test", "p.rgp");

        Assert.Contains(
            "  at 10 s: expected state `busy`, got no state\n  at 30 s: expected no state, got state `busy`\n",
            run.Output,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("30", 0)]
    [InlineData("40", 1)]
    [InlineData("60", 1)]
    public async Task Test_Threshold_DecidesTheExitCode(string threshold, int exitCode)
    {
        const string tests = "test \"t\" { cases { (plan.shape) -> (class) (oltp) -> (oltp) (scan) -> (scan) } }\n";
        _folder.With("p.rgp", Samples.Policy + tests);

        Assert.Equal(exitCode, (await _folder.Run("test", "--threshold", threshold)).ExitCode);
    }

    [Fact]
    public async Task Test_Filter_LeavesOthersOut()
    {
        var run = await _folder.With("p.rgp", Samples.Policy + Good + Bad).Run("test", "--filter", "NIGHT");

        Assert.Equal("1 passed, 0 failed, 4 skipped\n", run.Output);
        Assert.Equal(0, run.ExitCode);
        Assert.Equal(2, (await _folder.Run("test", "--filter", "nothing like it")).ExitCode);
    }

    [Fact]
    public async Task Test_PolicyWithErrors_IsAFailureAndNotAPass()
    {
        var run = await _folder.With("bad.rgp", Samples.BadPolicy).Run("test", "bad.rgp");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("RG2001", run.Output, StringComparison.Ordinal);
        Assert.EndsWith("0 passed, 1 failed\n", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("use \"gone.rgp\"\ntest \"t\" { given { plan.shape scan } expect class scan }", "cannot be read")]
    [InlineData("use \"bad.rgp\"\ntest \"t\" { given { plan.shape scan } expect class scan }", "has errors")]
    [InlineData("test \"t\" { given { plan.shape scan } expect class scan }", "RG2009")]
    public async Task Test_TestFileWithoutUsablePolicy_IsAFailure(string text, string why)
    {
        var run = await _folder.With("bad.rgp", Samples.BadPolicy).With("t.rgtest", text).Run("test", "t.rgtest");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains(why, run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Test_TargetOfATest_IsAProfileBesideTheFile()
    {
        _folder
            .With("small.json", (await CliRun.Of("probe", "--output", "json")).Output)
            .With(
                "p.rgp",
                Samples.Policy + "test \"t\" { target \"small.json\" given { plan.shape scan } expect class scan }\n"
            );

        Assert.Equal("1 passed, 0 failed\n", (await _folder.Run("test", "p.rgp")).Output);
    }

    [Fact]
    public async Task Test_Junit_IsXmlWithOneCasePerTest()
    {
        var run = await _folder.With("p.rgp", Samples.Policy + Good + Bad).Run("test", "--output", "junit");

        var suites = XDocument.Parse(run.Output).Root!;
        Assert.Equal(
            ("testsuites", "5", "1"),
            (suites.Name.LocalName, suites.Attribute("tests")?.Value, suites.Attribute("failures")?.Value)
        );
        var failure = Assert.Single(suites.Descendants("failure"));
        Assert.Equal("RG6001", failure.Attribute("type")?.Value);
        Assert.Equal("wrong", failure.Parent?.Attribute("name")?.Value);
    }

    private static int Number(CliRun run, string name) => run.Json.GetProperty(name).GetInt32();
}
