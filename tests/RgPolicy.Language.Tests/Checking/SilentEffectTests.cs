using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Checking;

/// <summary>What is written and does nothing, or something else, is told with what happens instead.</summary>
public class SilentEffectTests
{
    private const string Head = "language 1\npool p { cpu weight 1000 }\npool q { cpu weight 100 }\n";
    private const string Tail = "\ndefault -> p\n";

    [Theory]
    [InlineData("pool n { cpu weight 1 }\nclass a -> n when plan.writes", "5 % of the highest, which is `cpu weight 50`")]
    [InlineData(
        "pool n { cpu weight 50 }\nclass a -> n when plan.writes\nrule r on class a { when request.elapsed > 1 min then deprioritize }",
        "`deprioritize` (rule `r`) changes nothing for class `a`"
    )]
    [InlineData(
        "class a -> q when plan.writes\nrule r on class a { when request.elapsed > 1 min then limit cores 0..3 }",
        "a limit for one query alone is not carried out"
    )]
    [InlineData("pool n { cores 4 cpu weight 50 }\nclass a -> n when plan.writes", "CPU number 4 alone")]
    [InlineData("class a -> q when session.host = '10.0.0.0/8'", "is a network")]
    [InlineData("class a -> q when session.host in ('a', 'fe80::/10')", "is a network")]
    [InlineData("class a -> q when plan.rows > 1.000", "does not part thousands")]
    [InlineData("class a -> q when session.login = exactly 'postgres'", "names the superuser `postgres`")]
    public void Lint_OnAnyTarget_SaysWhatHappensInstead(string statements, string said) =>
        Assert.Contains(Warnings(statements, TargetProfile.Generic), message => message.Contains(said, StringComparison.Ordinal));

    [Theory]
    [InlineData("pool n { cpu weight 50 }\nclass a -> n when plan.writes")]
    [InlineData(
        "class a -> q when plan.writes\nrule r on class a { when request.elapsed > 1 min then deprioritize }"
    )]
    [InlineData("pool n { cores 4..4 cpu weight 50 }\nclass a -> n when plan.writes")]
    [InlineData("class a -> q when session.host like '10.%'")]
    [InlineData("class a -> q when session.app = '10.0.0.0/8'")]
    [InlineData("class a -> q when plan.rows > 1000")]
    [InlineData("class a -> q when plan.cost > 1.000")]
    [InlineData("class a -> q when session.login = exactly 'alice'")]
    public void Lint_WhatIsCarriedOut_SaysNothing(string statements) =>
        Assert.Empty(Warnings(statements, TargetProfile.Generic));

    [Theory]
    [InlineData("move to q", "windows", "moves no running query")]
    [InlineData("shrink next", "broadwell_2s", "takes no hint")]
    [InlineData("move to q", "broadwell_2s", null)]
    public void Lint_StepOnATarget_SaysWhereItHasNoEffect(string action, string profile, string? said)
    {
        var target = BuiltInProfiles.Find(profile) ?? throw new InvalidOperationException(profile);
        var found = Warnings(
            $"class a -> q when plan.writes\nrule r on class a {{ when request.elapsed > 1 min then {action} }}",
            target
        );

        Assert.Equal(said is not null, found.Any(message => message.Contains(said ?? "has no effect on", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Lint_PressureWithoutPsi_SaysThatItIsNeverTrue(bool hasPsi)
    {
        var target = TargetProfile.Generic with { Name = "this_host", Capabilities = hasPsi ? ["psi"] : [] };
        var found = Warnings(
            "class a -> q when plan.writes\nstate busy when host.cpu.pressure > 40% for 10 s\nin busy { pool q { cpu weight 60 } }",
            target
        );

        Assert.Equal(!hasPsi, found.Any(message => message.Contains("the state is never entered", StringComparison.Ordinal)));
    }

    private static List<string> Warnings(string statements, TargetProfile target) =>
        [
            .. PolicyReader
                .Check(Head + statements + Tail, "t.rgp", target)
                .Diagnostics.Where(each => each.Severity is DiagnosticSeverity.Warning or DiagnosticSeverity.Error)
                .Where(each => each.Code is "RG5001" or "RG3016" || each.Code.StartsWith("RG2", StringComparison.Ordinal))
                .Select(each => each.Message),
        ];
}
