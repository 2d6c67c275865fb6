using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Parsing;

public sealed class MistakeTests
{
    [Theory]
    [InlineData("class c -> p when plan.shape == scan", "RG1005")]
    [InlineData("class c -> p when plan.writes && plan.shape = scan", "RG1005")]
    [InlineData("class c -> p when plan.writes || plan.shape = scan", "RG1005")]
    [InlineData("class c -> p when !plan.writes", "RG1005")]
    [InlineData("class c -> p when plan.shape <> scan", "RG1005")]
    [InlineData("class c -> p when session.app = 'x", "RG1002")]
    [InlineData("class c -> p when session.app = \u201Cx\u201D", "RG1004")]
    [InlineData("pool q { cache = 60% }", "RG1007")]
    [InlineData("pool q { cache 60%, cores all }", "RG1007")]
    [InlineData("pool q { cahe 60% }", "RG1001")]
    [InlineData("clas c -> p when plan.writes", "RG1001")]
    [InlineData("class c -> p plan.writes", "RG1001")]
    [InlineData("class c p when plan.writes", "RG1001")]
    [InlineData("class c -> p when writes", "RG1001")]
    [InlineData("class c -> p when plan.shape in ()", "RG1001")]
    [InlineData("class c -> p when request.elapsed > 10 minutes", "RG1008")]
    [InlineData("class c -> p when plan.streamed > 10 mib", "RG1008")]
    [InlineData("class c -> p when plan.streamed > 10 M", "RG1008")]
    [InlineData("class c -> p when plan.streamed > 10 G", "RG1008")]
    [InlineData("class c -> p when request.elapsed > 10 m", "RG1008")]
    [InlineData("rule r on class c { then log }", "RG1001")]
    [InlineData("rule r on class c { when plan.writes then kill }", "RG1001")]
    [InlineData("rule r on class c { when plan.writes then explode }", "RG1001")]
    [InlineData("pool q { max_parallel_workers_per_gather = 2 }", "RG1001")]
    [InlineData("let x 5", "RG1001")]
    [InlineData("window w = mon..fri 8..18 \"UTC\"", "RG1001")]
    public void Check_CommonMistake_HasItsCode(string statement, string code)
    {
        var check = CheckStatements(statement);

        Assert.Null(check.Policy);
        Assert.True(check.Diagnostics.Any(found => found.Code == code), Describe(check));
    }

    [Fact]
    public void Check_WrongUnitOfARate_IsOneMistake() =>
        AssertOnly(CheckStatements("class c -> p when host.memory.bandwidth > 10 mib/s"), "RG1008");

    [Fact]
    public void Check_TwoMistakesOfOneKindAtOnePlace_AreTold()
    {
        var check = CheckStatements(
            "class default { rule r1 on class default {\n  when request.workers = 1 then log\n}"
        );

        Assert.Null(check.Policy);
        Assert.NotEmpty(check.Diagnostics);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(10_000)]
    public void Check_CommentsOfAnotherLanguage_AreOneMistake(int lines)
    {
        var found = AssertOnly(
            CheckStatements(string.Concat(Enumerable.Range(0, lines).Select(index => $"# c{index}\n"))),
            "RG1004"
        );

        Assert.Equal(lines, Assert.Single(found.Fixes).Edits.Length);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5_000)]
    public void Check_TypographicQuotesInAList_AreOneMistake(int logins)
    {
        var list = string.Join(", ", Enumerable.Range(0, logins).Select(index => $"\u201Cu{index}\u201D"));

        AssertOnly(CheckStatements($"class c -> p when session.login in ({list})"), "RG1004");
    }

    [Fact]
    public void Check_LongChainOfConstants_IsOneMistake()
    {
        var lets = Enumerable.Range(0, 1_000).Select(index => $"let a{index} = a{index + 1} + 1\n");

        AssertOnly(CheckStatements($"{string.Concat(lets)}let a1000 = 1\nclass c -> p when plan.rows > a0"), "RG0002");
    }

    [Theory]
    [InlineData(3)]
    [InlineData(20_000)]
    public void Check_ListWithoutCommas_IsOneMistake(int logins)
    {
        var list = string.Join(' ', Enumerable.Range(0, logins).Select(index => $"'u{index}'"));

        var found = AssertOnly(CheckStatements($"class c -> p when session.login in ({list})"), "RG1001");

        Assert.Equal(logins - 1, Assert.Single(found.Fixes).Edits.Length);
    }

    [Fact]
    public void Check_PercentForgotten_OffersIt()
    {
        var found = AssertOnly(Check("language 1 pool p { cache 80 } default -> p"), "RG2002");

        Assert.Equal("80%", Assert.Single(Assert.Single(found.Fixes).Edits).NewText);
        Assert.True(found.Fixes[0].Safe);
    }

    [Fact]
    public void Check_BraceMissing_NamesItsLineAndReadsOn()
    {
        var check = Check(
            "language 1\npool p {\n  cache 100%\npool q {\n  cache 10%\n}\nclass c -> z when "
                + "plan.writes\ndefault -> p\n"
        );

        Assert.Equal("RG1006 RG2001", string.Join(' ', check.Diagnostics.Select(each => each.Code)));
        var found = check.Diagnostics[0];
        Assert.Equal((4, 1), (found.Range.StartLine, found.Range.StartColumn));
        Assert.Equal(2, found.Related[0].Range.StartLine);
    }

    [Fact]
    public void Check_SeveralMistakes_ReportsEachOnce()
    {
        var check = Check(
            "language 1\npool a { cache = 1% }\npool b { cores some, }\nclass x -> a wen plan.writes\n"
                + "class y -> a when plan.shape = scn\nlet z = 1 MiB + 1 s\ndefault -> a\n"
        );

        Assert.Equal(
            "RG4002 RG1007 RG2001 RG1001 RG2001 RG2002",
            string.Join(' ', check.Diagnostics.Select(found => found.Code))
        );
        Assert.Equal([2, 2, 3, 4, 5, 6], check.Diagnostics.Select(found => found.Range.StartLine));
    }

    [Fact]
    public void Check_CommentNotClosed_IsReported() =>
        AssertOnly(Check("language 1 pool p { } default -> p /* x"), "RG1003");

    [Theory]
    [InlineData("\r")]
    [InlineData("\n")]
    [InlineData("\r\n")]
    public void Check_AnyLineEnd_CountsLines(string end)
    {
        var check = Check($"\uFEFFlanguage 1{end}pool p {{ }}{end}{end}default -> q{end}");

        var found = AssertOne(check, "RG2001");
        Assert.Equal(
            (4, 12, 4, 13),
            (found.Range.StartLine, found.Range.StartColumn, found.Range.EndLine, found.Range.EndColumn)
        );
    }
}
