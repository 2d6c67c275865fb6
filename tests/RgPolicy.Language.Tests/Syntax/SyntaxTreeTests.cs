using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Tests.Syntax;

public sealed class SyntaxTreeTests
{
    public static TheoryData<string> Texts() =>
        [
            .. Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp").Select(File.ReadAllText),
            .. DocumentationTests.Blocks().Select(block => block.Text),
            "",
            " \t// only\r\n/* trivia",
            "class \uD800 # ; 'open\rpool p { /* in */ cache /**/ 10 /*x*/ % } // end",
            "&& == <> !x",
        ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void Tokens_WithTheirTrivia_AreTheWholeText(string text)
    {
        var tree = Parse(text);

        var rebuilt = new StringBuilder();
        foreach (var token in tree.Tokens)
        {
            foreach (var trivia in token.Trivia)
            {
                Assert.Equal(rebuilt.Length, trivia.Start);
                rebuilt.Append(trivia.Text);
            }

            Assert.Equal(rebuilt.Length, token.Start);
            rebuilt.Append(text, token.Start, token.End - token.Start);
        }

        Assert.Equal(text, rebuilt.ToString());
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void Statements_CoverEveryTokenOnce(string text)
    {
        var tree = Parse(text);

        var covered = tree.Statements.SelectMany(statement =>
            Enumerable.Range(statement.Tokens.FirstIndex, statement.Tokens.LastIndex - statement.Tokens.FirstIndex + 1)
        );
        Assert.Equal(Enumerable.Range(0, tree.Tokens.Length - 1), covered);
    }

    [Fact]
    public void Parse_MistakeInOneStatement_KeepsTheOthersAndTheSkippedText()
    {
        var tree = Parse("language 1\nlet 5 5\npool p { cache 1% }\nclass a 5 5\ndefault -> p\n");

        Assert.Equal(
            "LanguageSyntax SkippedSyntax PoolSyntax SkippedSyntax DefaultSyntax",
            string.Join(' ', tree.Statements.Select(statement => statement.GetType().Name))
        );
        Assert.Equal("let 5 5", tree.Statements[1].Phrase);
        Assert.False(tree.IsComplete);
    }

    [Fact]
    public void Trivia_OfEachKind_IsTold()
    {
        var tree = Parse("pool /* a */ $ p // b\n{ }");

        Assert.Equal(
            "Blank BlockComment Blank Skipped Blank",
            string.Join(' ', tree.Tokens[1].Trivia.Select(trivia => trivia.Kind))
        );
        Assert.Equal("Blank LineComment Blank", string.Join(' ', tree.Tokens[2].Trivia.Select(trivia => trivia.Kind)));
    }

    [Theory]
    [MemberData(nameof(Good))]
    public void Parse_TextThatFits_NeedsOnlyTheFastPrediction(string text)
    {
        var parsing = Parsing(text);
        var tree = parsing.Parse();

        Assert.True(tree?.IsComplete);
        Assert.Equal(0, parsing.FullPredictions);
    }

    public static TheoryData<string> Good() =>
        [
            .. Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp").Select(File.ReadAllText),
            .. DocumentationTests.Blocks().Where(block => block.Codes.Length == 0).Select(block => block.Text),
            RgPolicy.Language.Tests.Parsing.AmbiguityTests.EveryWordAsName(),
        ];

    internal static SyntaxTree Parse(string text)
    {
        var tree = Parsing(text).Parse();
        Assert.NotNull(tree);
        return tree;
    }

    private static PolicyParsing Parsing(string text) =>
        new(new SourceText(text, "test.rgp"), new DiagnosticBag("test.rgp"));
}
