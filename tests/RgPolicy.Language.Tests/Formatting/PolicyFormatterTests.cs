using RgPolicy.Language.Formatting;

namespace RgPolicy.Language.Tests.Formatting;

public sealed class PolicyFormatterTests
{
    [Theory]
    [InlineData("let  x=-  3+2*( 4-1 )", "let x = -3 + 2 * (4 - 1)\n")]
    [InlineData("let x = 5MiB let long_name = 10 %", "let x         = 5 MiB\nlet long_name = 10%\n")]
    [InlineData(
        "pool p{cache 10 %,at least 2 ways cores 0 .. 3 , 8}",
        "pool p { cache 10%, at least 2 ways   cores 0..3, 8 }\n"
    )]
    [InlineData(
        "pool p {\ncache 10%\n\n\n require cpu weight 5 }",
        "pool p {\n  cache 10%\n\n  require cpu weight 5\n}\n"
    )]
    [InlineData("pool p {\n}", "pool p { }\n")]
    [InlineData("class a->p when x.y=1 default->p", "class a -> p when x.y = 1\ndefault -> p\n")]
    [InlineData("class a -> p when not(x.y in(1,2)) // why", "class a -> p when not (x.y in (1, 2))  // why\n")]
    [InlineData("\r\n\r\nlanguage 1\r\n\r\n\r\ndefault -> p", "language 1\r\n\r\ndefault -> p\r\n")]
    [InlineData(
        "rule r on class a,b during w { when x.y>1 min then log }",
        "rule r on class a, b during w { when x.y > 1 min then log }\n"
    )]
    [InlineData(
        "rule r on class a {\nwhen x.y>1 min then log when x.y > 100 min then cancel }",
        "rule r on class a {\n  when x.y > 1 min   then log\n  when x.y > 100 min then cancel\n}\n"
    )]
    [InlineData("in s { pool p { cpu weight 5 }\npool q { } }", "in s {\n  pool p { cpu weight 5 }\n  pool q { }\n}\n")]
    [InlineData("window w=mon .. fri,sun 08:00 .. 18:00 'UTC'", "window w = mon..fri, sun 08:00..18:00 'UTC'\n")]
    [InlineData("", "")]
    [InlineData("  // only\n\n\n/* b\n */", "// only\n\n/* b\n */\n")]
    public void Format_Statement_HasTheStyle(string text, string expected) => Assert.Equal(expected, Format(text));

    [Theory]
    [InlineData("class a // why\n -> p when x.y = 1", "class a  // why\n    -> p when x.y = 1\n")]
    [InlineData("class /* b */ a -> p when x.y = 1", "class /* b */ a -> p when x.y = 1\n")]
    [InlineData("class a\n// own\n-> p when x.y = 1", "class a\n    // own\n    -> p when x.y = 1\n")]
    [InlineData("pool p { // head\n cache 1% // c\n// last\n}", "pool p {  // head\n  cache 1%  // c\n  // last\n}\n")]
    [InlineData("let a = 1 // x\nlet bb = 20 // y", "let a  = 1   // x\nlet bb = 20  // y\n")]
    public void Format_Comments_StayWhereTheyAre(string text, string expected) => Assert.Equal(expected, Format(text));

    [Fact]
    public void Format_LongCondition_BreaksAtItsOutermostOperator()
    {
        var text =
            "class a -> p when " + string.Join(" or ", Enumerable.Repeat("session.app = 'something rather long'", 4));

        var lines = Format(text).Split('\n');

        Assert.Equal("class a -> p", lines[0]);
        Assert.Equal("  when session.app = 'something rather long'", lines[1]);
        Assert.Equal("    or session.app = 'something rather long'", lines[2]);
    }

    [Fact]
    public void Format_LineThatATestExpects_FollowsItsClass()
    {
        const string text =
            "language 1 pool p { cache 100% }\n\n\n\nclass a -> p when plan.dop = 1\ndefault -> p\n"
            + "test 't' {\n  given { plan.dop 1 }\n  expect class a, line 5\n  cases { (plan.dop) -> (line) (2) -> "
            + "(6) (3) -> (99) } }\n";

        var formatted = Format(text);

        Assert.Contains("expect class a, line 4", formatted, StringComparison.Ordinal);
        Assert.Contains("(2)        -> (5)", formatted, StringComparison.Ordinal);
        Assert.Contains("(3)        -> (99)", formatted, StringComparison.Ordinal);
    }

    [Fact]
    public void Format_TextThatDoesNotFit_IsRefusedWithItsErrors()
    {
        var result = PolicyFormatter.Format("pool p {\nclas x\n", "p.rgp");

        Assert.Null(result.Text);
        Assert.NotEmpty(result.Diagnostics);
    }

    [Fact]
    public void Format_ReadyPolicies_AreInTheStyle() =>
        Assert.All(
            Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp"),
            file => Assert.Equal(File.ReadAllText(file), Format(File.ReadAllText(file)))
        );

    [Fact]
    public void Format_OneVeryLongName_DoesNotWidenTheOthers()
    {
        var name = new string('x', 100_000);
        var text = $"class {name} -> p when a.b\n" + string.Concat(Enumerable.Repeat("class y -> p when a.b\n", 5000));

        Assert.True(Format(text).Length < text.Length + 6000 * 120);
    }

    private static string Format(string text)
    {
        var result = PolicyFormatter.Format(text, "test.rgp");
        Assert.True(result.Text is not null, string.Join('\n', result.Diagnostics.Select(found => found.Message)));
        Assert.Equal(result.Text, PolicyFormatter.Format(result.Text, "test.rgp").Text);
        return result.Text;
    }
}
