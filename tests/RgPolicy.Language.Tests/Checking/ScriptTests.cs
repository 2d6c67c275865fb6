using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking;

public sealed class ScriptTests
{
    [Theory]
    [InlineData("// a \u202E comment")]
    [InlineData("/* \u2067 */")]
    [InlineData("class c -> p when session.app = 'x\u202Ey'")]
    public void Check_MarkThatTurnsTheDirection_IsReported(string statement)
    {
        var check = CheckStatements(statement);

        AssertOnly(check, "RG7004");
        var found = check.Diagnostics.Single(each => each.Code == "RG7004");
        var mark = statement.Single(letter => letter is '\u202E' or '\u2067');
        Assert.Equal(
            $"The invisible character U+{(int)mark:X4} turns the direction of writing, so that the text looks other than "
                + "it is: remove it.",
            found.Message
        );
        Assert.Equal(found.Range.StartColumn + 1, found.Range.EndColumn);
        Assert.Equal(statement.IndexOf(mark, StringComparison.Ordinal) + 1, found.Range.StartColumn);
    }

    [Theory]
    [InlineData("let x = 1 class c -> p when plan.dop > \u0445", "RG7005")]
    [InlineData("pool repor\u0442ing { }", "RG7005")]
    [InlineData("pool \u0440\u0430\u0440\u0430 { }", "RG7005")]
    public void Check_NameThatLooksLikeAnother_IsReported(string statement, string code) =>
        AssertOne(CheckStatements(statement), code);

    [Theory]
    [InlineData("pool \u043E\u0442\u0447\u0451\u0442\u044B { }")]
    [InlineData("pool m\u00FCller { }")]
    [InlineData("pool \u5831\u544A { }")]
    [InlineData("class c -> p when session.app = '\u043E\u0442\u0447\u0451\u0442 \u05D3\u05D5\u05D7'")]
    public void Check_NameInOneAlphabet_IsFine(string statement) =>
        Assert.DoesNotContain(CheckStatements(statement).Diagnostics, found => found.Code is "RG7004" or "RG7005");

    [Fact]
    public void Check_DirectionMarkOutsideTexts_IsNoCharacterOfTheLanguage() =>
        AssertOne(CheckStatements("pool q\u202E { }"), "RG1004");
}
