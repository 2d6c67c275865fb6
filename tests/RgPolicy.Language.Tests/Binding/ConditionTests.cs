using RgPolicy.Language.Conditions;
using RgPolicy.Language.Numbers;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Binding;

public sealed class ConditionTests
{
    [Theory]
    [InlineData("=", ComparisonOperator.Equal)]
    [InlineData("!=", ComparisonOperator.NotEqual)]
    [InlineData("<", ComparisonOperator.Less)]
    [InlineData("<=", ComparisonOperator.LessOrEqual)]
    [InlineData(">", ComparisonOperator.Greater)]
    [InlineData(">=", ComparisonOperator.GreaterOrEqual)]
    public void Bind_Comparison_HasOperatorAndConstant(string symbol, ComparisonOperator expected)
    {
        var condition = Assert.IsType<ComparisonCondition>(Condition($"plan.dop   {symbol} /* x */ 4"));

        Assert.Equal(("plan.dop", expected), (condition.Signal.Name, condition.Operator));
        Assert.Equal(new NumberConstant(4), condition.Value);
        Assert.Equal($"plan.dop {symbol} 4", condition.Text);
        Assert.Equal(3, condition.Range.StartLine);
    }

    [Theory]
    [InlineData("plan.working_set > host.llc / 3", 33_554_432, 3)]
    [InlineData("plan.working_set > host.l2 / 2", 131_072, 1)]
    [InlineData("plan.working_set > 1.5 KiB", 1536, 1)]
    [InlineData("plan.working_set > 2 MB", 2_000_000, 1)]
    [InlineData("plan.working_set > -(2 - 3) * 7 B", 7, 1)]
    [InlineData("plan.working_set > 10 MiB/s * 2 min", 1_258_291_200, 1)]
    [InlineData("request.elapsed > 1500 ms", 3, 2)]
    [InlineData("request.elapsed > 1 h + 1 d", 90_000, 1)]
    [InlineData("request.elapsed > 10 GiB / 1 GiB/s", 10, 1)]
    [InlineData("host.cpu.pressure > 62.5%", 125, 2)]
    [InlineData("host.memory.bandwidth > 1 GB/s", 1_000_000_000, 1)]
    [InlineData("host.memory.bandwidth > 6 GB / 3 s", 2_000_000_000, 1)]
    [InlineData("plan.dop > host.cores / 32", 1, 2)]
    [InlineData("plan.dop > host.llc / 1 MiB", 32, 1)]
    [InlineData("plan.cost > 0.1 + 0.2", 3, 10)]
    public void Bind_Constant_IsExact(string condition, long numerator, long denominator)
    {
        var comparison = Assert.IsType<ComparisonCondition>(Condition(condition));

        Assert.Equal(new NumberConstant(new Rational(numerator, denominator)), comparison.Value);
    }

    [Fact]
    public void Bind_Precedence_NotBeforeAndBeforeOr()
    {
        var or = Assert.IsType<OrCondition>(Condition("plan.writes or not plan.dop = 1 and plan.rows = 2"));
        var and = Assert.IsType<AndCondition>(or.Operands[1]);
        var not = Assert.IsType<NotCondition>(and.Operands[0]);

        Assert.Equal("plan.dop = 1", not.Operand.Text);
        Assert.Equal("not plan.dop = 1", not.Text);
        Assert.Equal("not plan.dop = 1 and plan.rows = 2", and.Text);
        Assert.Equal(2, or.Operands.Length);
    }

    [Fact]
    public void Bind_Parentheses_Group()
    {
        var and = Assert.IsType<AndCondition>(
            Condition("(plan.writes or plan.dop = 1) and not (plan.rows = 2 or plan.rows = 3)")
        );

        Assert.IsType<OrCondition>(and.Operands[0]);
        Assert.IsType<OrCondition>(Assert.IsType<NotCondition>(and.Operands[1]).Operand);
        Assert.Equal("not (plan.rows = 2 or plan.rows = 3)", and.Operands[1].Text);
    }

    [Fact]
    public void Bind_FlagAlone_IsTrue() =>
        Assert.Equal(new BoolConstant(true), Assert.IsType<ComparisonCondition>(Condition("plan.writes")).Value);

    [Theory]
    [InlineData("plan.shape not in (scan, join)", "plan.shape in (scan, join)", typeof(InCondition))]
    [InlineData("plan.dop not between 2 and 4", "plan.dop between 2 and 4", typeof(BetweenCondition))]
    [InlineData("session.app not like 'a%'", "session.app like 'a%'", typeof(LikeCondition))]
    [InlineData("plan.shape is not known", "plan.shape is known", typeof(KnownCondition))]
    public void Bind_NegatedQuestion_IsNotOfThePositive(string condition, string positive, Type type)
    {
        var not = Assert.IsType<NotCondition>(Condition(condition));

        Assert.Equal(condition, not.Text);
        Assert.Equal(positive, not.Operand.Text);
        Assert.IsType(type, not.Operand);
    }

    [Fact]
    public void Bind_Words_HaveTheirIndex()
    {
        var list = Assert.IsType<InCondition>(Condition("statement.kind in (bulk_load, select)"));

        Assert.Equal<Constant>([new WordConstant("bulk_load", 5), new WordConstant("select", 0)], list.Values);
    }

    [Fact]
    public void Bind_Texts_KeepQuotesAndExactness()
    {
        var list = Assert.IsType<InCondition>(Condition("session.login in ('it''s', exactly \"a\"\"b\", \"it's\")"));

        Assert.Equal<Constant>(
            [new TextConstant("it's", false), new TextConstant("a\"b", true), new TextConstant("it's", false)],
            list.Values
        );
    }

    [Theory]
    [InlineData("session.group in ('CORP\\a', 'b')")]
    [InlineData("session.group contains any ('CORP\\a', 'b')")]
    public void Bind_Groups_AreASetOfWhichOneIsEnough(string condition)
    {
        var groups = Assert.IsType<ContainsCondition>(Condition(condition));

        Assert.Equal<Constant>([new TextConstant("CORP\\a", false), new TextConstant("b", false)], groups.Values);
    }

    [Fact]
    public void Bind_NotInGroups_IsNotOfThePositive()
    {
        var not = Assert.IsType<NotCondition>(Condition("session.group not in ('a')"));

        Assert.Equal("session.group in ('a')", Assert.IsType<ContainsCondition>(not.Operand).Text);
    }

    [Theory]
    [InlineData("session.app like 'a!_%' escape '!'", "a_\uFFFE")]
    [InlineData("session.app like exactly 'a%%' escape '%'", null)]
    [InlineData("session.app like 'a!b' escape '!'", null)]
    [InlineData("session.app like 'a!' escape '!'", null)]
    [InlineData("session.app like 'a' escape '!!'", null)]
    [InlineData("session.app like 'a' escape ''", null)]
    [InlineData("session.app like 'a_' escape '!'", "a\uFFFF")]
    public void Bind_Escape_MakesLettersOfWildcards(string condition, string? units)
    {
        var check = Check($"language 1 pool p {{ cache 100% }} class c -> p when {condition} default -> p");

        Assert.Equal(units is null, check.Diagnostics.Any(found => found.Code == "RG2002"));
        Assert.Equal(units, (check.Policy?.Classes[0].Condition as LikeCondition)?.Pattern.Units);
    }

    [Fact]
    public void Bind_Contains_TakesOneOrAny()
    {
        var one = Assert.IsType<ContainsCondition>(Condition("statement.tables contains 'a'"));
        var any = Assert.IsType<ContainsCondition>(Condition("statement.tables contains any ('a', exactly 'B')"));

        Assert.Equal<Constant>([new TextConstant("a", false)], one.Values);
        Assert.Equal<Constant>([new TextConstant("a", false), new TextConstant("B", true)], any.Values);
    }

    [Theory]
    [InlineData("15", 15)]
    [InlineData("15.18", 15, 18)]
    [InlineData("10.11.6", 10, 11, 6)]
    public void Bind_Version_HasItsParts(string version, params int[] parts)
    {
        var comparison = Assert.IsType<ComparisonCondition>(Condition($"dbms.version >= {version}"));

        Assert.Equal(parts.Select(part => (long)part), Assert.IsType<VersionConstant>(comparison.Value).Parts);
    }

    [Fact]
    public void Bind_ConstantsByName_MayStandAnywhereAndBuildOnEachOther()
    {
        var policy = Bind(
            "class c -> p when plan.working_set > twice and session.app = app let twice = 2 * once let "
                + "once = 3 KiB let app = exactly 'x'"
        );
        var and = Assert.IsType<AndCondition>(policy.Classes[0].Condition);

        Assert.Equal(new NumberConstant(6144), Assert.IsType<ComparisonCondition>(and.Operands[0]).Value);
        Assert.Equal(new TextConstant("x", true), Assert.IsType<ComparisonCondition>(and.Operands[1]).Value);
    }

    [Fact]
    public void Bind_UnitName_IsAWordOnlyAfterANumber()
    {
        var policy = Bind(
            "let s = 3 let MiB = 64 MiB let h = 12 / s class ms -> p when plan.working_set > MiB / s and plan.dop > h"
        );

        Assert.Equal("ms", policy.Classes[0].Name);
    }

    [Theory]
    [InlineData("plan.shap = scan", "RG2001", "There is no signal `plan.shap`. Did you mean `plan.shape`?")]
    [InlineData("plan.shape = scn", "RG2001", "`plan.shape` is never `scn`. Did you mean `scan`?")]
    [InlineData(
        "plan.shape = 'scan'",
        "RG2002",
        "`plan.shape` is one of fixed words, which stand without quotes: `scan`."
    )]
    [InlineData("session.app = SSRS", "RG2001", "There is no constant `SSRS`: a text stands in quotes, 'SSRS'.")]
    [InlineData(
        "plan.working_set > 12",
        "RG2002",
        "`plan.working_set` is compared with a size in bytes, such as `64 " + "MiB`, not with a plain number."
    )]
    [InlineData(
        "plan.rows > 1 MiB",
        "RG2002",
        "`plan.rows` is compared with a plain number, not with a size in bytes, such as `64 MiB`."
    )]
    [InlineData(
        "plan.working_set > request.memory",
        "RG2002",
        "`request.memory` is not a constant: a signal is compared "
            + "with constants, and of the signals only `host.llc`, `host.l2`, `host.cores` and `host.sockets` are constants."
    )]
    [InlineData("plan.working_set > host.lcc", "RG2001", "There is no constant `host.lcc`. Did you mean `host.llc`?")]
    [InlineData("session.app > 'a'", "RG2002", "`session.app` has no order: ask `=`, `!=` or `in`.")]
    [InlineData("plan.dop like 'a'", "RG2002", "`like` asks about a text, and `plan.dop` is none.")]
    [InlineData(
        "session.app contains 'a'",
        "RG2002",
        "`contains` asks about a set, and `session.app` is none: ask " + "`like '%x%'` or `in (...)`."
    )]
    [InlineData(
        "statement.tables = 'a'",
        "RG2002",
        "`statement.tables` is a set: ask `contains 'x'` or `contains any ('a', 'b')`."
    )]
    [InlineData(
        "plan.dop",
        "RG2002",
        "`plan.dop` is not true or false by itself: compare it, such as `plan.dop = ...`."
    )]
    [InlineData(
        "plan.working_set > 1 MiB + 1",
        "RG2002",
        "`+` does not fit a size in bytes, such as `64 MiB` and a plain number."
    )]
    [InlineData(
        "plan.working_set > 50% * host.llc",
        "RG2002",
        "`*` does not fit a percentage, such as `60%` and a "
            + "size in bytes, such as `64 MiB`. Write a share of something as a product, such as `0.5 * host.llc`."
    )]
    [InlineData("plan.dop > 1 / 0", "RG2006", "This divides by zero.")]
    [InlineData("during nigth", "RG2001", "There is no window `nigth`. Did you mean `night`?")]
    public void Check_ConditionThatDoesNotFit_SaysWhy(string condition, string code, string message)
    {
        var check = CheckStatements(
            $"window night = sun 22:00..06:00 'UTC'\nclass c -> p when {condition}\nclass d " + "-> p when during night"
        );

        Assert.Equal(message, AssertOnly(check, code).Message);
        Assert.Null(check.Policy);
    }

    [Theory]
    [InlineData("let a = a", "`a` -> `a`")]
    [InlineData("let a = 2 * b let b = c let c = a", "`a` -> `b` -> `c` -> `a`")]
    public void Check_ConstantsInACircle_NamesTheCircle(string lets, string circle) =>
        Assert.Equal(
            $"These constants stand for each other: {circle}.",
            AssertOne(CheckStatements(lets + " class c -> p when plan.dop > a"), "RG2004").Message
        );
}
