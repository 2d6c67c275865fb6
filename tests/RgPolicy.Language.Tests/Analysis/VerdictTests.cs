using RgPolicy.Language.Diagnostics;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>One example of each verdict, and of the words that it is told in.</summary>
public sealed class VerdictTests
{
    [Theory]
    [InlineData("session.login = 'a' and session.login = 'b'", "`session.login = 'a'` and `session.login = 'b'` exclude each other")]
    [InlineData("plan.rows < 0", "`plan.rows < 0` can never be true")]
    [InlineData("plan.rows > 3 and plan.rows < 4", "`plan.rows > 3` and `plan.rows < 4` exclude each other")]
    [InlineData("plan.writes and plan.writes is not known", "exclude each other")]
    [InlineData("request.elapsed = 1 s / 3", "`request.elapsed = 1 s / 3` can never be true")]
    [InlineData("session.app = exactly 'A' and not session.app = 'a'", "exclude each other")]
    public void Check_ConditionThatIsNeverTrue_NamesWhatExcludes(string condition, string message) =>
        Assert.Contains(message, AssertOnly(CheckStatements($"class a -> p when {condition}"), "RG3001").Message, StringComparison.Ordinal);

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
        var found = AssertOne(CheckStatements(
            "class a -> p when plan.rows > 5\nclass b -> p when plan.rows > 6 and plan.writes"), "RG3002");

        Assert.Equal(3, Assert.Single(found.Related).Range.StartLine);
    }

    [Fact]
    public void Check_ClassBehindSeveralThatTakeAll_NamesThem()
    {
        var found = AssertOne(CheckStatements(
            "class a -> p when plan.rows > 5\nclass x -> p when plan.cost > 1\nclass b -> p when plan.rows < 9\nclass c -> p when plan.rows is known"), "RG3003");

        Assert.Equal([3, 5], found.Related.Select(each => each.Range.StartLine));
    }

    [Fact]
    public void Check_ClassThatOnlyUnknownReaches_NamesTheSignalAndShowsOne()
    {
        var found = AssertOne(CheckStatements(
            "class a -> p when plan.rows > 5\nclass b -> p when plan.rows <= 5\nclass c -> p when session.app = 'x'"), "RG3008");

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
    public void Check_PartThatChangesNothing_IsNamed(string condition, string message) => Assert.Contains(
        message, AssertOnly(CheckStatements($"class a -> p when {condition}"), "RG3006").Message, StringComparison.Ordinal);

    [Fact]
    public void Check_WindowsThatNeverMeet_AreTold() => AssertOne(CheckStatements(
        "window day = mon..fri 08:00..18:00 'Europe/Berlin' window night = mon..fri 19:00..23:00 'Europe/Berlin'\n"
            + "class a -> p when during day and during night"), "RG3001");

    [Fact]
    public void Check_WindowsThatMeetOnlyBetweenTwoChangesOfOffset_AreNotTold() => Assert.NotNull(CheckStatements(
        "window berlin = sun 14:00..14:30 'Europe/Berlin' window york = sun 09:00..09:30 'America/New_York'\n"
            + "class a -> p when during berlin and during york").Policy);

    [Fact]
    public void Check_RuleStepThatIsNeverTrue_IsAnError() => AssertOne(CheckStatements(
        "rule r on class default { when request.elapsed > 5 s and request.elapsed < 3 s then log }"), "RG3001");
}
