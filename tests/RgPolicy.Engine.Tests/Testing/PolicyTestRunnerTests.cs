using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Testing;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Testing;

public sealed class PolicyTestRunnerTests
{
    private const string Head = """
        language 1
        pool fast { cpu weight 1000 maxdop 1 }
        pool slow { cpu weight 100 maxdop 4 }
        window work = mon..fri 08:00..18:00 "UTC"
        class oltp -> fast when plan.shape = oltp
        class scan -> slow when plan.shape = scan and plan.working_set < host.llc / 3
        class day  -> slow when during work
        default    -> fast

        """;

    [Theory]
    [InlineData("given { plan.shape oltp } expect class oltp, pool fast, maxdop 1, line 5")]
    [InlineData("given { plan.shape scan, plan.working_set 1 MiB } expect class scan, pool slow, maxdop 4")]
    [InlineData("given { plan.shape scan, plan.working_set 11 MiB } at \"2026-11-21T10:00Z\" expect class default")]
    [InlineData("given { plan.shape join } at \"2026-11-20T10:00+01:00\" expect class day")]
    [InlineData("given { session.app 'x' } at \"2026-11-21T10:00Z\" expect provisional class default")]
    [InlineData("given { host.llc 1 MiB, plan.shape oltp } expect class oltp")]
    [InlineData("given { plan.shape scan, plan.working_set 5 MiB, host.llc 1 MiB } expect class scan")]
    public void Run_ExpectationHolds_Passes(string body) => Assert.Equal("", Run(body).Message);

    [Theory]
    [InlineData(
        "given { plan.shape oltp } expect class scan",
        "expected class `scan`, got class `oltp` (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect pool slow",
        "expected pool `slow`, got pool `fast` (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect class oltp, maxdop 2",
        "expected `maxdop 2`, got `maxdop 1` (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect class oltp, cpu cap 5%",
        "expected `cpu cap 5%`, got no `cpu cap` (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect class oltp, line 9",
        "expected line 9 to decide, got line 5 (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape join } at \"2026-11-21T10:00Z\" expect provisional class default",
        "expected provisional class `default`, got class `default` (decided by class `default`, line 8)"
    )]
    [InlineData(
        "given { plan.shape scan } at \"2026-11-21T10:00Z\" expect class default",
        "expected class `default`, got provisional class `default`, because plan.working_set is not given (decided by "
            + "class `default`, line 8)"
    )]
    [InlineData(
        "given { plan.shape scan } at \"2026-11-21T10:00Z\" expect pool fast",
        "expected a final class, got provisional class `default`, because plan.working_set is not given (decided by "
            + "class `default`, line 8)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect class oltp expect class scan",
        "expected class `scan`, got class `oltp` (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect class scan expect class oltp",
        "expected class `scan`, got class `oltp` (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect pool slow expect class oltp, cpu weight 1",
        "expected pool `slow`, got pool `fast`; expected `cpu weight 1`, got `cpu weight 1000` "
            + "(decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape oltp } expect provisional pool fast",
        "expected a provisional class, got class `oltp` (decided by class `oltp`, line 5)"
    )]
    [InlineData(
        "given { plan.shape join } expect class default",
        "a window decides about class `day`, and the test says no time: write one, such as `at "
            + "\"2026-11-20T10:00+01:00\"`"
    )]
    [InlineData(
        "given plan \"gone.json\" expect class oltp",
        "the plan `gone.json` cannot be read: check the path, which is relative to the policy"
    )]
    [InlineData(
        "target moon given { plan.shape oltp } expect class oltp",
        "there is no target profile `moon`, or the policy has errors for it"
    )]
    public void Run_ExpectationFails_SaysExpectedAndActual(string body, string message)
    {
        var result = Run(body);

        Assert.False(result.Passed);
        Assert.Equal(message, result.Message);
    }

    [Theory]
    [InlineData("100", "")]
    [InlineData("50", "expected `cpu weight 50`, got no `cpu weight` (decided by class `scan`, line 6)")]
    public void Run_PoolWithoutAWeight_HasTheUsualOne(string weight, string message) =>
        Assert.Equal(
            message,
            Run(
                $"given {{ plan.shape scan, plan.working_set 1 MiB }} expect cpu weight {weight}",
                Head.Replace("cpu weight 100 ", "", StringComparison.Ordinal)
            ).Message
        );

    private static PolicyTestResult Run(string body, string head = Head)
    {
        var check = PolicyReader.Check(head + "test \"t\" { " + body + " }", "p.rgp", TargetProfile.Generic);
        Assert.Empty(check.Diagnostics.Where(item => item.Severity == Language.Diagnostics.DiagnosticSeverity.Error));
        var program = PolicyProgram.Compile(check.Policy!, TargetProfile.Generic);
        return Assert.Single(new PolicyTestRunner(program, _ => null, _ => null).RunAll());
    }
}
