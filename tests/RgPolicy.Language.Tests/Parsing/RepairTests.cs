using RgPolicy.Language.Fixing;
using RgPolicy.Language.Targets;
using RgPolicy.Testing;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Parsing;

/// <summary>A mistake costs what it is in, and no more: what stands beside and below it is read and checked.</summary>
public sealed class RepairTests
{
    [Theory]
    [InlineData("pool q { cahe 60% maxdp 4 cpu wieght 50 tempo 5 }", "RG1001 RG1001 RG1001 RG1008")]
    [InlineData("pool q { cache = 60%, maxdop = 4 }", "RG1007")]
    [InlineData("pool q { cache = 60, maxdop 5% }", "RG1007 RG2002 RG2002")]
    [InlineData("pool q { foo 5 cache 10% bar 7 maxdop 99 }", "RG1001 RG4001")]
    [InlineData("pool q { cache 10% exclusive }", "RG1001")]
    [InlineData(
        "rule r on class d { when plan.writes then kill when plan.rows > 5 s then log unless foo.bar }",
        "RG1001 RG2002 RG2001"
    )]
    [InlineData("rule r on class d { when plan.writes cancel }", "RG1001")]
    [InlineData(
        "rule r on class d { when plan.writes then quarantine fingerprint when plan.rows > 5 s then log }",
        "RG1001 RG2002"
    )]
    [InlineData("test \"x\" { given { plan.rows } expect clas d, pool z }", "RG1001 RG1001 RG2001")]
    [InlineData("class c -> p when plan.writes and and plan.rows > 5 s", "RG1001 RG2002")]
    [InlineData("class c p when plan.rows > 5 s", "RG1001 RG2002")]
    [InlineData("class c => p when plan.rows => 5 s", "RG1005 RG1005 RG2002")]
    [InlineData("class c = p when plan.rows > 5 s", "RG1005 RG2002")]
    [InlineData("class c -> p when (plan.rows > 5 s", "RG2002 RG1001")]
    [InlineData("class c -> p when plan.rows in (5 s, 6", "RG2002 RG1001")]
    [InlineData("class c -> p when plan.rows = 5 s or", "RG2002 RG1001")]
    [InlineData("class c -> p when NOT plan.writes OR plan.rows > 5 s", "RG1005 RG2002")]
    [InlineData("class c -> p when plan.shape is null and plan.rows > 5 s", "RG1005 RG2002")]
    [InlineData("class c -> p when plan.shape is not null or plan.rows > 5 s", "RG1005 RG2002")]
    [InlineData("class c -> p when request.elapsed > 1 h 30 min", "RG1001")]
    [InlineData("class c -> p when plan.rows > 1,000", "RG1001")]
    [InlineData("class c -> p when session.app ilike 5", "RG1005 RG2002")]
    [InlineData("cache strategy dynamic reserve 10 for streaming", "RG1001 RG2002")]
    [InlineData("window w = mon..fry 08:00-18:00 \"UTC\"", "RG2007 RG1001")]
    [InlineData("let x 5 s class c -> p when plan.rows > x", "RG1001 RG2002")]
    public void Check_SeveralMistakesInAStatement_ReportsEachOnce(string statement, string codes)
    {
        var check = CheckStatements($"class d -> p when plan.dop > 7\n{statement}\nclass e -> p when plan.dop > 8");

        Assert.Equal(codes, string.Join(' ', check.Diagnostics.Select(found => found.Code)));
        Assert.Null(check.Policy);
    }

    [Theory]
    [InlineData("pool q { cahe 10% }")]
    [InlineData("pool q { nothing }")]
    [InlineData("pool q {\n  cache 10%")]
    [InlineData("pool q cache 10% }")]
    [InlineData("pool q (cache 10%)")]
    [InlineData("poool q { cache 10% }")]
    public void Check_NameOfAStatementWithAMistake_IsKnown(string statement)
    {
        var check = CheckStatements($"{statement}\nclass c -> q when plan.writes\nclass d -> z when plan.dop > 1");

        var unknown = Assert.Single(check.Diagnostics, found => found.Code == "RG2001");
        Assert.StartsWith("There is no pool `z`.", unknown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_StatementOfWhichNothingIsKnown_HidesNames()
    {
        var check = CheckStatements("foo q { cache 10% }\nclass c -> q when plan.writes");

        AssertOnly(check, "RG1001");
    }

    [Theory]
    [InlineData("class c -> q when plan.shape == scan AND NOT plan.writes")]
    [InlineData("class c q when plan.shape is not null")]
    [InlineData("class c => q when (plan.rows => 5")]
    [InlineData("class c -> q plan.writes")]
    [InlineData("class c -> q when request.elapsed > 1 h 30 min")]
    [InlineData("class c -> q when host.cpu.pressure > 60")]
    [InlineData("class c -> q when plan.shape = 'scan'")]
    [InlineData("rule r on d { when plan.writes log }")]
    [InlineData("cache strategy dynamic by plan.rows reserve 10 for streaming")]
    [InlineData("pool r { cache = 10, at least 2 ways, cores all }")]
    [InlineData("pool r { cache 10% at least 2 ways }")]
    [InlineData("pool r { cache 10%, at least 2   cores 0-3, 5-6 }")]
    [InlineData("window w = mon..fri 08:00-18:00 \"UTC\"")]
    public void Fix_CommonMistakes_FixesThemSafely(string statement)
    {
        var text =
            "language 1\npool p { cache 100% }\npool q { cache 50% }\nclass d -> q when plan.dop > "
            + $"7\n{statement}\ndefault -> p\n";

        var repaired = PolicyFixer.Fix(
            System.Text.Encoding.UTF8.GetBytes(text),
            "p.rgp",
            TargetProfile.Generic,
            includeUnsafe: false
        );

        Assert.True(repaired.Check.Policy is not null, Describe(repaired.Check));
    }

    [Fact]
    public void Check_ManyMistakes_TakesTimeInProportion()
    {
        var text = string.Concat(
            Enumerable.Range(0, 3_000).Select(index => $"pool p{index} {{ cahe 1% maxdp = 4 foo }}\n")
        );
        var time = OwnTime.Start();

        Check(text);

        Assert.InRange(time.Elapsed, TimeSpan.Zero, TimeSpan.FromMinutes(2));
    }
}
