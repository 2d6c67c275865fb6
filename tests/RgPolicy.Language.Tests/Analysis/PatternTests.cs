using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>Patterns are judged as the texts that they match, and every finding that shows a query shows one.</summary>
public sealed class PatternTests
{
    [Theory]
    [InlineData("session.app like 'SSRS%'", "session.app like 'SSRS 2022%'")]
    [InlineData("session.app like 'SSRS%'", "session.app = 'SSRS 2019'")]
    [InlineData("session.app like 'SSRS%'", "session.app in ('ssrs', 'SSRS Report')")]
    [InlineData("session.app like '%report%'", "session.app like 'daily report _'")]
    [InlineData("session.app like exactly 'SSRS%'", "session.app = exactly 'SSRS 2019'")]
    [InlineData("session.app not like 'psql%'", "session.app = 'SSRS'")]
    [InlineData("session.app like '\U00010400%'", "session.app like '\U00010428b%'")]
    [InlineData("session.app != 'x'", "session.app like '__'")]
    public void Check_PatternAboveANarrowerQuestion_ShadowsIt(string above, string below) =>
        AssertOne(CheckStatements($"class a -> p when {above}\nclass b -> p when {below}"), "RG3002");

    [Theory]
    [InlineData("session.app like exactly 'SSRS%'", "session.app = 'SSRS 2019'")]
    [InlineData("session.app like 'SSRS_%'", "session.app like 'SSRS%'")]
    [InlineData("session.app like '_'", "session.app = '\U00010400'")]
    [InlineData("session.app like '%a%b%'", "session.app like '%b%a%'")]
    public void Check_PatternAboveAnotherQuestion_ShadowsNothing(string above, string below) =>
        Assert.NotNull(CheckStatements($"class a -> p when {above}\nclass b -> p when {below}").Policy);

    [Theory]
    [InlineData("session.app like '%'")]
    [InlineData("session.app like 'a%' or session.app not like 'a%'")]
    [InlineData("session.app like '_%' or session.app = ''")]
    public void Check_PatternsThatMatchEveryText_AreAlwaysTrue(string condition) =>
        AssertOne(CheckStatements($"class a -> p when {condition}"), "RG3005");

    [Theory]
    [InlineData("session.app = 'psql' and session.app like 'SSRS%'")]
    [InlineData("session.app like 'a%' and session.app like 'b%'")]
    [InlineData("session.app like '_' and session.app like '%ab%'")]
    [InlineData("session.app like exactly 'a%' and session.app not like 'A%'")]
    public void Check_PatternsThatNoTextMeets_AreNeverTrue(string condition) =>
        AssertOne(CheckStatements($"class a -> p when {condition}"), "RG3001");

    [Fact]
    public void Check_WhatFallsToTheDefault_IsToldInPatternsWithASample()
    {
        var found = Language
            .Checking.PolicyReader.Check(
                Head + "class a -> p when session.app like 'SSRS%' or session.app in ('x', 'y')" + Tail,
                "test.rgp",
                Language.Targets.TargetProfile.Generic
            )
            .Diagnostics.Single(each => each.Code == "RG3007");

        Assert.Contains(
            "session.app not in ('x', 'y') and session.app not like 'SSRS%'",
            found.Message,
            StringComparison.Ordinal
        );
        Assert.Equal("", found.Witness?["session.app"]);
    }

    [Fact]
    public void Check_PatternsThatTellTooMuchApart_AreNotJudgedTogether()
    {
        var condition = string.Join(
            " or ",
            Enumerable.Range(0, 40).Select(number => $"session.app like '%word{number}_%'")
        );

        AssertOne(CheckStatements($"class a -> p when {condition}"), "RG3090");
    }
}
