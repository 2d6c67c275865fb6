using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking;

/// <summary>RG5001 of weights and of steps of rules: what changes nothing is told with what happens instead, and nothing
/// else is.</summary>
public sealed class StepTests
{
    private const string Rule = "class a -> n when plan.writes\nrule r on class a { when request.elapsed > 1 min then ";
    private const string Two =
        "class a -> n when plan.writes\nclass b -> q when plan.dop = 1\nrule r on class a, b { when ";

    public static TheoryData<string, string?> OnAnyTarget() =>
        new()
        {
            { Pool("cpu weight 1"), "5 % of the highest, which is `cpu weight 50`" },
            { Pool("cpu weight 49"), "`cpu weight 49` (pool `n`)" },
            { Pool("cpu weight 50"), null },
            { Pool("cpu weight 100") + In("n { cpu weight 1 }"), "`cpu weight 1` (pool `n`)" },
            { Pool("cpu weight 100") + In("n { cpu weight 100 }"), null },
            { Pool("cpu weight 100") + In("p { cpu weight 2000 } pool n { cpu weight 60 }"), "is `cpu weight 100`" },
            {
                Pool("cpu weight 50") + Rule + "deprioritize }",
                "`deprioritize` (rule `r`) changes nothing for class `a`"
            },
            {
                Pool("cpu weight 1") + Rule + "deprioritize }",
                "`deprioritize` (rule `r`) changes nothing for class `a`"
            },
            { Pool("cpu weight 51") + Rule + "deprioritize }", null },
            { Pool("") + Rule + "deprioritize }", null },
            { Pool("cpu weight 50") + Rule + "log }", null },
            { Pool("cpu weight 50") + Rule + "notify }", null },
            { Pool("cpu weight 50") + Rule + "cancel }", null },
            { Pool("cpu weight 50") + Rule + "quarantine fingerprint for 1 h }", null },
            { Pool("cpu weight 50") + In("n { cpu weight 200 }") + Rule + "deprioritize }", null },
            { Pool("cpu weight 200") + In("n { cpu weight 50 }") + Rule + "deprioritize }", null },
            { Pool("cpu weight 50") + Rule + "move to q }", null },
            { Pool("cpu weight 50") + Rule + "move to q when plan.dop > 4 then deprioritize }", null },
            { Pool("cpu weight 50") + Rule + "log when plan.dop > 4 then deprioritize }", "`deprioritize` (rule `r`)" },
            { Pool("cpu weight 200") + Rule + "move to n }", "its queries are in `n` already" },
            { Pool("cpu weight 200") + Rule + "deprioritize when plan.dop > 4 then move to n }", null },
            { Pool("cpu weight 50") + Rule + "deprioritize when plan.dop > 4 then move to n }", "are in `n` already" },
            { Pool("cpu weight 50") + Two + "plan.dop > 1 then deprioritize }", null },
            { Pool("cpu weight 200") + Two + "plan.dop > 1 then move to q }", null },
            { Pool("cpu weight 200") + Rule + "limit cores 0..3 }", "a limit for one query alone is not carried out" },
            { Pool("cpu weight 200") + Rule + "limit grant 10% }", "a limit for one query alone is not carried out" },
            {
                Pool("cpu weight 200") + Rule + "limit io write 5 MiB/s }",
                "a limit for one query alone is not carried out"
            },
        };

    [Theory]
    [MemberData(nameof(OnAnyTarget))]
    public void Check_OnAnyTarget_TellsWhatChangesNothing(string statements, string? said)
    {
        foreach (var isAssumed in new[] { false, true })
            AssertSaid(said, Warnings(statements, TargetProfile.Generic with { IsAssumed = isAssumed }));
    }

    [Theory]
    [InlineData("plan.dop > 1 then deprioritize }", "its pool `n` has the lowest weight")]
    [InlineData("plan.dop > 1 then move to q }", "its queries are in `q` already")]
    public void Check_StepForSomeClassesAlone_IsWorthKnowing(string step, string said) =>
        Assert.Contains(
            Check(Text(Pool("cpu weight 50") + Two + step)).Diagnostics,
            found => found.Severity == DiagnosticSeverity.Info && found.Message.Contains(said, StringComparison.Ordinal)
        );

    public static TheoryData<string, string, string?> Steps() =>
        new()
        {
            { "move to q", "windows", "moves no running query on sqlserver" },
            { "deprioritize", "windows", "moves no running query on sqlserver" },
            { "cancel", "windows", null },
            { "shrink next", "windows", null },
            { "quarantine fingerprint for 1 h", "windows", "name a pool that has them" },
            { "quarantine fingerprint to q for 1 h", "windows", "pool q has neither" },
            { "quarantine fingerprint to hinted for 1 h", "windows", null },
            { "shrink next", "broadwell_2s", "postgresql takes no hint" },
            { "shrink next", "mariadb-10.11-linux", "mariadb takes no hint" },
            { "shrink next", "mysql-8.4-linux", "mysql takes no hint" },
            { "move to q", "broadwell_2s", null },
            { "move to q", "mariadb-10.11-linux", null },
            { "quarantine fingerprint to q for 1 h", "generic", null },
        };

    [Theory]
    [MemberData(nameof(Steps))]
    public void Check_StepOnANamedTarget_TellsWhereItHasNoEffect(string action, string profile, string? said)
    {
        var target = BuiltInProfiles.Find(profile)!;
        var text =
            "pool n { maxdop 4 }\npool hinted { maxdop 2 }\nclass b -> hinted when plan.dop = 1\n"
            + Rule
            + action
            + " }";

        AssertSaid(
            said,
            [.. Warnings(text, target).Where(message => message.Contains("(rule `r`)", StringComparison.Ordinal))]
        );
        Assert.DoesNotContain(
            Warnings(text, target with { IsAssumed = true }),
            message => message.Contains("(rule `r`)", StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("generic", "", false)]
    [InlineData("this_host", "6.1", true)]
    [InlineData("this_host", "6.1 with psi", false)]
    [InlineData("broadwell_2s", null, false)]
    [InlineData("windows", null, true)]
    public void Check_Pressure_TellsWhereTheHostHasNone(string name, string? kernel, bool isTold)
    {
        var target = kernel is null
            ? BuiltInProfiles.Find(name)!
            : TargetProfile.Generic with
            {
                Name = name,
                KernelRelease = kernel,
                Capabilities = kernel.EndsWith("psi", StringComparison.Ordinal) ? [TargetProfile.Pressure] : [],
            };

        AssertSaid(
            isTold ? "the state is never entered by it" : null,
            [
                .. Warnings(Pool("cores all") + In("n { cores 50% }"), target)
                    .Where(message => message.Contains("PSI", StringComparison.Ordinal)),
            ]
        );
        Assert.DoesNotContain(
            Warnings(Pool("cores all") + In("n { cores 50% }"), target with { IsAssumed = true }),
            message => message.Contains("PSI", StringComparison.Ordinal)
        );
    }

    private static string Pool(string settings) => $"pool n {{ {settings} }}\nclass c -> n when plan.rows > 5\n";

    private static string In(string change) =>
        $"state busy when host.cpu.pressure > 40% for 10 s\nin busy {{ pool {change} }}\n";

    private static string Text(string statements) =>
        "language 1\npool p { cpu weight 1000 }\npool q { cpu weight 200 }\nclass d -> q when plan.rows < 2\n"
        + statements
        + Tail;

    private static void AssertSaid(string? said, List<string> messages)
    {
        if (said is null)
            Assert.Empty(messages);
        else
            Assert.Contains(messages, message => message.Contains(said, StringComparison.Ordinal));
    }

    private static List<string> Warnings(string statements, TargetProfile target) =>
        [
            .. Check(Text(statements), target)
                .Diagnostics.Where(found => found.Severity != DiagnosticSeverity.Info && found.Code is not "RG3001")
                .Select(found => found.Message),
        ];
}
