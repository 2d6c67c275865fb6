using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>One example of each verdict, and of the words that it is told in.</summary>
public sealed class VerdictTests
{
    [Theory]
    [InlineData(
        "session.login = 'a' and session.login = 'b'",
        "`session.login = 'a'` and `session.login = 'b'` exclude each other"
    )]
    [InlineData("plan.rows < 0", "`plan.rows < 0` can never be true")]
    [InlineData("plan.rows > 3 and plan.rows < 4", "`plan.rows > 3` and `plan.rows < 4` exclude each other")]
    [InlineData("plan.writes and plan.writes is not known", "exclude each other")]
    [InlineData("request.elapsed = 1 s / 3", "`request.elapsed = 1 s / 3` can never be true")]
    [InlineData("session.app = exactly 'A' and not session.app = 'a'", "exclude each other")]
    public void Check_ConditionThatIsNeverTrue_NamesWhatExcludes(string condition, string message) =>
        Assert.Contains(
            message,
            AssertOnly(CheckStatements($"class a -> p when {condition}"), "RG3001").Message,
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("request.elapsed > 3 s and request.elapsed < 4 s")]
    [InlineData("dbms.version > 15 and dbms.version < 15.0.1")]
    [InlineData("session.app = 'bc' and session.app like 'b%'")]
    [InlineData("session.app = 'a' and session.app != exactly 'a'")]
    [InlineData("statement.tables contains 'a' and statement.tables contains 'b'")]
    [InlineData("plan.shape = unknown and plan.shape is known")]
    public void Check_ConditionThatCanBeTrue_IsNoError(string condition) =>
        Assert.NotNull(CheckStatements($"class a -> p when {condition}").Policy);

    [Fact]
    public void Check_ClassBehindOneThatTakesAll_NamesIt()
    {
        var found = AssertOne(
            CheckStatements("class a -> p when plan.rows > 5\nclass b -> p when plan.rows > 6 and plan.writes"),
            "RG3002"
        );

        Assert.Equal(3, Assert.Single(found.Related).Range.StartLine);
    }

    [Fact]
    public void Check_ClassBehindSeveralThatTakeAll_NamesThem()
    {
        var found = AssertOne(
            CheckStatements(
                "class a -> p when plan.rows > 5\nclass x -> p when plan.cost > 1\nclass b -> p when plan.rows < "
                    + "9\nclass c -> p when plan.rows is known"
            ),
            "RG3003"
        );

        Assert.Equal([3, 5], found.Related.Select(each => each.Range.StartLine));
    }

    [Fact]
    public void Check_ClassThatOnlyUnknownReaches_NamesTheSignalAndShowsOne()
    {
        var found = AssertOne(
            CheckStatements(
                "class a -> p when plan.rows > 5\nclass b -> p when plan.rows <= 5\nclass c -> p when session.app = 'x'"
            ),
            "RG3008"
        );

        Assert.Contains("only while `plan.rows` is unknown", found.Message, StringComparison.Ordinal);
        Assert.Equal("x", found.Witness?["session.app"]);
        Assert.False(found.Witness?.ContainsKey("plan.rows"));
    }

    [Theory]
    [InlineData("session.app = 'a' or session.app != 'a'", true)]
    [InlineData("plan.rows is known or plan.rows is not known", true)]
    [InlineData("plan.rows > 5 or plan.rows <= 5", false)]
    public void Check_Condition_IsAlwaysTrueOnlyIfUnknownIsToo(string condition, bool isAlways)
    {
        var check = CheckStatements($"class a -> p when {condition}\nclass b -> p when plan.cost > 5");

        Assert.Equal(isAlways, check.Diagnostics.Any(found => found.Code == "RG3005"));
        Assert.DoesNotContain(check.Diagnostics, found => found.Severity == DiagnosticSeverity.Error);
    }

    [Theory]
    [InlineData("plan.rows > 5 and plan.rows > 3", "`plan.rows > 3` changes nothing")]
    [InlineData("plan.rows in (1, 2, 1)", "Element 3 of 3")]
    [InlineData("plan.rows between 0 and 5", "The low end")]
    [InlineData("plan.writes or (plan.writes and plan.cost is known)", "`plan.cost is known` changes nothing")]
    public void Check_PartThatChangesNothing_IsNamed(string condition, string message) =>
        Assert.Contains(
            message,
            AssertOnly(CheckStatements($"class a -> p when {condition}"), "RG3006").Message,
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("session.login in ('root', exactly 'root')")]
    [InlineData("session.login = 'root' or session.login = exactly 'root'")]
    [InlineData("session.login = '123' or session.login = exactly '123'", "`session.login = '123'` changes nothing")]
    [InlineData("session.login in ('root', exactly 'root', exactly 'root')", "Element 3 of 3")]
    [InlineData(
        "session.login like 'r%' or session.login = exactly 'root' and plan.dop > 4",
        "`plan.dop > 4` changes nothing"
    )]
    [InlineData("plan.dop > 4 or plan.dop > 8 and plan.writes")]
    [InlineData(
        "not (session.login = 'root' or session.login = exactly 'root')",
        "`session.login = exactly 'root'` changes nothing"
    )]
    public void Check_PartThatAloneNamesSomebody_HasAnEffect(string condition, string? message = null)
    {
        var found = CheckStatements($"class a -> p when {condition}")
            .Diagnostics.Where(each => each.Code == "RG3006")
            .Select(each => each.Message);

        Assert.Equal(
            message is null ? 0 : 1,
            found.Count(text => message is null || text.Contains(message, StringComparison.Ordinal))
        );
        Assert.True(message is not null || !found.Any());
    }

    [Theory]
    [InlineData("class a -> p when session.login = exactly 'postgres'", false)]
    [InlineData("class a -> p when session.login = 'postgres'", true)]
    [InlineData("class a -> p when not session.login = exactly 'postgres'", true)]
    [InlineData("class a -> p when plan.writes and plan.dop > 4", false)]
    [InlineData("class a -> p when not plan.writes", true)]
    [InlineData(
        "class a -> p when session.login = exactly 'bi' and plan.rows < 5 class b -> q when plan.rows > 9 and "
            + "session.login in ('x', exactly 'bi')",
        true
    )]
    public void Check_ClassThatAloneNamesSomebody_IsNotRedundant(string classes, bool isRedundant) =>
        Assert.Equal(
            isRedundant,
            PolicyReader
                .Check(Head + "pool q { cpu weight 10 }\n" + classes + Tail, "test.rgp", TargetProfile.Generic)
                .Diagnostics.Any(found => found.Code == "RG3004")
        );

    [Fact]
    public void Check_WindowsThatNeverMeet_AreTold() =>
        AssertOne(
            CheckStatements(
                "window day = mon..fri 08:00..18:00 'Europe/Berlin' window night = mon..fri 19:00..23:00 "
                    + "'Europe/Berlin'\n"
                    + "class a -> p when during day and during night"
            ),
            "RG3001"
        );

    [Fact]
    public void Check_WindowsThatMeetOnlyBetweenTwoChangesOfOffset_AreNotTold() =>
        Assert.NotNull(
            CheckStatements(
                "window berlin = sun 14:00..14:30 'Europe/Berlin' window york = sun 09:00..09:30 'America/New_York'\n"
                    + "class a -> p when during berlin and during york"
            ).Policy
        );

    [Fact]
    public void Check_RuleStepThatIsNeverTrue_IsAnError() =>
        AssertOne(
            CheckStatements(
                "rule r on class default { when request.elapsed > 5 s and request.elapsed < 3 s then log }"
            ),
            "RG3001"
        );
}
