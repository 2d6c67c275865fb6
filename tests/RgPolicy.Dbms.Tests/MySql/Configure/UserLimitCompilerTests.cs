using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.MySql.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.MySql.Configure;

/// <summary>What an account is given, and what it cannot be given.</summary>
public sealed class UserLimitCompilerTests
{
    private const string Pools = "language 1\npool p { concurrency 4 }\npool q { cpu weight 50 }\n";
    private const string Reports = Pools + "class r -> p when session.login = 'REP'\ndefault -> q\n";

    [Theory]
    [InlineData("rule x on class r { when request.elapsed > 10 min then cancel }", 600)]
    [InlineData("rule x on class r { when request.elapsed >= 10 min then cancel }", 600)]
    [InlineData(
        "rule x on class r { when request.elapsed > 1 min then log when request.elapsed > 90.5 s then cancel }",
        91
    )]
    [InlineData("rule x on class r { when request.elapsed > 5 s then cancel }", 60)]
    [InlineData("rule x on class r { when request.elapsed > 4000 d then cancel }", 31_536_000)]
    [InlineData(
        "rule x on class r { when request.elapsed > 1 h then cancel }\nrule y on class r, default { when "
            + "request.elapsed > 30 min then cancel }",
        1800
    )]
    public void Compile_RuleThatEndsStatements_IsTheTimeThatTheyMayRun(string rule, int seconds) =>
        Assert.Equal(new UserLimits("rep", "%", seconds, 4), Assert.Single(Compile(Reports + rule).Rows, IsReport));

    [Theory]
    [InlineData("rule x on class r { when request.elapsed > 10 min then cancel unless request.blocking > 0 }")]
    [InlineData("rule x on class r { when request.elapsed > 10 min then deprioritize }")]
    [InlineData("rule x on class r { when request.cpu > 10 min then cancel }")]
    [InlineData("rule x on class r { when request.elapsed > 10 min and request.reads > 1 GiB then cancel }")]
    [InlineData("rule x on class r { when request.elapsed > 10 min then cancel when request.elapsed > 1 h then log }")]
    [InlineData("rule x on class default { when request.elapsed > 10 min then cancel }")]
    public void Compile_RuleThatDependsOnMore_IsLeftToTheService(string rule) =>
        Assert.Equal(new UserLimits("rep", "%", 0, 4), Assert.Single(Compile(Reports + rule).Rows, IsReport));

    [Theory]
    [InlineData("class s -> q when plan.shape = scan\n", "s")]
    [InlineData("class s -> q when session.database = 'shop'\n", "s")]
    [InlineData("class s -> q when session.host = 'here' or session.app = 'x'\n", "s")]
    [InlineData("class s -> q when session.group contains 'x'\n", "s")]
    public void Compile_ClassBeforeThatAsksMore_DecidesNoLimit(string before, string named)
    {
        var compiled = Compile(Reports.Replace("class r", before + "class r", StringComparison.Ordinal));

        Assert.Empty(compiled.Rows);
        Assert.Equal(
            $"'other'@'10.%' and 1 more stay without a limit of the policy's: class {named} asks more than the login tells.",
            Assert.Single(compiled.Warnings)
        );
    }

    [Fact]
    public void Compile_ClassBeforeThatIsNeverTheirs_DecidesTheLimit() =>
        Assert.Equal(
            new UserLimits("rep", "%", 0, 4),
            Assert.Single(
                Compile(
                    Reports.Replace(
                        "class r",
                        "class s -> q when session.login = 'x' and plan.shape = scan\nclass r",
                        StringComparison.Ordinal
                    )
                ).Rows
            )
        );

    [Fact]
    public void Compile_NothingThatIsALimit_SaysNothingOfAccounts()
    {
        var compiled = Compile(
            "language 1\npool q { cpu weight 50 cpu time 30 s }\nclass s -> q when plan.shape = scan\ndefault -> q\n"
        );

        Assert.Empty(compiled.Rows);
        Assert.Empty(compiled.Warnings);
        Assert.Contains(
            compiled.NotEnforced,
            item => item.Setting == "cpu time 30 s" && item.Reason.Contains("write a rule", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Compile_MySql_HasNoTimeOfStatements() =>
        Assert.Equal(
            new UserLimits("rep", "%", 0, 4),
            Assert.Single(
                Compile(
                    Reports + "rule x on class r { when request.elapsed > 10 min then cancel }",
                    isMariaDb: false
                ).Rows
            )
        );

    private static bool IsReport(UserLimits row) => row.User == "rep";

    private static LoginCompilation<UserLimits> Compile(string text, bool isMariaDb = true)
    {
        var target = TargetProfile.Generic with
        {
            DbmsKind = isMariaDb ? "mariadb" : "mysql",
            DbmsVersion = isMariaDb ? [10, 11, 6] : [8, 4],
        };
        var check = PolicyReader.Check(text, "p.rgp", target);
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));
        return UserLimitCompiler.Compile(
            PolicyProgram.Compile(check.Policy, target),
            [("rep", "%"), ("other", "10.%")],
            isMariaDb
        );
    }
}
