using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking;

public sealed class CapacityTests
{
    private static readonly TargetProfile SqlServer = new()
    {
        Name = "sql",
        DbmsKind = "sqlserver",
        DbmsVersion = [17],
    };

    [Theory]
    [InlineData("cpu weight 0", "RG4001")]
    [InlineData("cpu weight 10001", "RG4001")]
    [InlineData("cpu max 101%", "RG4001")]
    [InlineData("cpu cap 0%", "RG4001")]
    [InlineData("memory max 0.5%", "RG4001")]
    [InlineData("maxdop 65", "RG4001")]
    [InlineData("concurrency 0", "RG4001")]
    [InlineData("grant 0 B", "RG4001")]
    [InlineData("cores 0..16", "RG4001")]
    [InlineData("cores 120%", "RG4001")]
    [InlineData("cores socket 1", "RG4001")]
    [InlineData("cache 101%", "RG4001")]
    [InlineData("cache 0%", "RG4001")]
    [InlineData("cpu min 60% cpu max 50%", "RG4001")]
    [InlineData("cache 3%", "RG4002")]
    [InlineData("cache 0 ways", "RG4002")]
    [InlineData("cache 21 ways", "RG4002")]
    [InlineData("cache 10%, at least 21 ways", "RG4002")]
    [InlineData("cache 100%, exclusive", "RG4002")]
    public void Check_OutsideTheRange_IsAnError(string setting, string code)
    {
        var check = Check($"language 1 pool p {{ {setting} }} default -> p", SqlServer);

        AssertOnly(check, code);
        Assert.Null(check.Policy);
    }

    [Theory]
    [InlineData("cpu weight 1")]
    [InlineData("cpu weight 10000")]
    [InlineData("cpu min 0%")]
    [InlineData("maxdop 0")]
    [InlineData("maxdop 64")]
    [InlineData("grant 0%")]
    [InlineData("grant 0.25%")]
    [InlineData("cores 0..15")]
    [InlineData("cores socket 0")]
    [InlineData("cache 10%")]
    [InlineData("cache 20 ways")]
    [InlineData("cache 3%, at least 2 ways")]
    [InlineData("cache 95%, exclusive")]
    public void Check_EndOfTheRange_IsFine(string setting) =>
        Assert.Empty(Check($"language 1 pool p {{ {setting} }} default -> p", SqlServer).Diagnostics);

    [Theory]
    [InlineData("cpu min")]
    [InlineData("memory min")]
    public void Check_MinimumsAboveTheWhole_AreAnErrorAtTheFirstTooMany(string setting)
    {
        var check = Check(
            $"language 1 pool p {{ {setting} 60% }}\npool q {{ {setting} 30.5% }}\npool r {{ {setting} 10% }}\n"
                + "class a -> q when plan.writes class b -> r when plan.dop = 1 default -> p",
            SqlServer
        );

        Assert.Equal(
            $"With this one `{setting}` of all pools sums to 100.5%: at most 100% can be promised.",
            AssertOnly(check, "RG4001").Message
        );
        Assert.Equal(3, check.Diagnostics[0].Range.StartLine);
    }

    [Theory]
    [InlineData("state s when dbms.active > 1 in s { pool p { cpu weight 0 } }")]
    [InlineData("rule r on class default { when plan.writes then limit cpu weight 0 }")]
    [InlineData("cache strategy dynamic by plan.rows, reserve 100% for streaming")]
    public void Check_OutsideTheRangeInAnyPlace_IsAnError(string statement) =>
        AssertOne(CheckStatements(statement), "RG4001");

    [Fact]
    public void Check_MaskBelowTheHardwaresLeast_IsAnError()
    {
        var target = TargetProfile.Generic with { MinimumMaskBits = 2, LlcWays = 11 };

        Assert.Equal(
            "`cache 10%` gives 1 of 11 ways on the target `generic`, where a mask has at least 2: "
                + "add `, at least 2 ways`.",
            AssertOnly(Check("language 1 pool p { cache 10% } default -> p", target), "RG4002").Message
        );
    }

    [Theory]
    [InlineData("cache 5%", true)]
    [InlineData("cache 1 ways", true)]
    [InlineData("cache 5%, at least 2 ways", false)]
    [InlineData("cache 10%", false)]
    public void Check_MaskOfOneWay_IsAWarning(string setting, bool isTold)
    {
        var check = Check($"language 1 pool p {{ {setting} }} default -> p");

        Assert.NotNull(check.Policy);
        Assert.Equal(isTold ? ["RG4002"] : [], check.Diagnostics.Select(found => found.Code), StringComparer.Ordinal);
    }

    [Fact]
    public void Check_MoreSharesThanClassesOfService_IsAWarning()
    {
        const string Text =
            "language 1 pool p { cache 100% } pool q { cache 10% } pool r { cache 20% } pool s { cache 4 ways } "
            + "class a -> q when plan.writes class b -> r when plan.dop = 1 class c -> s when "
            + "plan.dop = 2 default -> p";

        var found = AssertOnly(Check(Text, TargetProfile.Generic with { ClassesOfService = 2 }), "RG4003");

        Assert.Contains("`q`, `r`, `s` ask for 2 different shares", found.Message, StringComparison.Ordinal);
        Assert.Empty(Check(Text, TargetProfile.Generic with { ClassesOfService = 3 }).Diagnostics);
    }

    [Theory]
    [InlineData("class a -> p when plan.dop between 8 and 2")]
    [InlineData("class a -> p when plan.writes and plan.dop between 8 and 2")]
    [InlineData("class a -> p when dbms.version between 15.2 and 15.0.1 or plan.rows between 2 and 1")]
    [InlineData("rule r on class default { when plan.dop between 8 and 2 then log }")]
    [InlineData("state s when host.cpu.pressure between 60% and 40%")]
    public void Check_EmptyRange_IsAnError(string statement) => AssertOnly(CheckStatements(statement), "RG3001");

    [Theory]
    [InlineData("class a -> p when plan.dop between 8 and 8")]
    [InlineData("class a -> p when plan.dop not between 8 and 2")]
    [InlineData("class a -> p when plan.writes or plan.dop between 8 and 2")]
    public void Check_ConditionThatCanBeTrue_IsFine(string statement) =>
        Assert.Empty(CheckStatements(statement).Diagnostics);

    [Theory]
    [InlineData("pool q { cache 50% }", "No class and no rule uses the pool `q`: remove it, or name it in a class.")]
    [InlineData("let x = 1", "Nothing uses the constant `x`: remove it.")]
    [InlineData("window w = mon 08:00..09:00 'UTC'", "Nothing uses the window `w`: remove it, or ask `during w`.")]
    public void Check_UnusedName_IsAWarning(string statement, string message)
    {
        var check = CheckStatements(statement);

        Assert.Equal(message, AssertOnly(check, "RG3010").Message);
        Assert.NotNull(check.Policy);
    }
}
