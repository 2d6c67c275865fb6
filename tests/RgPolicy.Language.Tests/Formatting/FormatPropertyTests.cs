using RgPolicy.Language.Formatting;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Tests.Syntax;

namespace RgPolicy.Language.Tests.Formatting;

/// <summary>Formatting any policy keeps every word and every comment, and formatting again changes nothing.</summary>
public sealed class FormatPropertyTests
{
    [Fact]
    public void Format_AnyPolicyWithCommentsAnywhere_KeepsItsMeaningAndIsStable()
    {
        var random = new Random(FuzzSize.Seed);
        var generator = new PolicyGenerator(random);
        for (var count = FuzzSize.Inputs(500); count > 0; count--)
        {
            var text = generator.Scatter(generator.Policy());
            var formatted = PolicyFormatter.Format(text, "fuzz.rgp").Text;

            Assert.True(formatted is not null, text);
            AssertSame(text, formatted);
            var again = PolicyFormatter.Format(formatted, "fuzz.rgp").Text;
            Assert.True(again == formatted, $"not stable:\n{formatted}\n---- becomes\n{again}");
        }
    }

    private static void AssertSame(string before, string after)
    {
        var (old, now) = (SyntaxTreeTests.Parse(before), SyntaxTreeTests.Parse(after));
        Assert.True(now.IsComplete, after);
        Assert.True(Comments(old).SequenceEqual(Comments(now), StringComparer.Ordinal), $"comments differ:\n{before}");
        Assert.True(Words(old).SequenceEqual(Words(now), StringComparer.Ordinal), $"words differ:\n{before}");
        // A number that named no class may name one by chance afterwards; one that did still names the same.
        Assert.True(
            LinesPointAt(old).Zip(LinesPointAt(now)).All(pair => pair.First < 0 || pair.First == pair.Second),
            $"expected lines differ:\n{before}"
        );
    }

    private static IEnumerable<string> Comments(SyntaxTree tree) =>
        from token in tree.Tokens
        from trivia in token.Trivia
        where trivia.IsComment
        select trivia.Text.TrimEnd().Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n');

    // Expected lines may change with the lines of their classes; where they point is compared on its own.
    private static IEnumerable<string> Words(SyntaxTree tree) =>
        tree.Tokens.Select(token =>
            token.Kind == TokenKind.Integer && ExpectedLines(tree).Contains(token) ? "LINE" : token.Text
        );

    private static List<int> LinesPointAt(SyntaxTree tree)
    {
        var classes = tree
            .Statements.Where(statement => statement is ClassSyntax or DefaultSyntax)
            .Select(statement =>
                tree.Range(statement).StartLine.ToString(System.Globalization.CultureInfo.InvariantCulture)
            )
            .ToList();
        return ExpectedLines(tree).ConvertAll(token => classes.IndexOf(token.Text));
    }

    private static List<SyntaxToken> ExpectedLines(SyntaxTree tree) =>
        [
            .. tree
                .Statements.OfType<TestSyntax>()
                .SelectMany(test => test.Items)
                .SelectMany(item => item is TestItemSyntax.Timed moment ? moment.Items : [item])
                .SelectMany(item =>
                    item switch
                    {
                        TestItemSyntax.Expect expect => expect
                            .Parts.Where(expected => expected.Word.Is("line"))
                            .Select(line => line.Value)
                            .OfType<SyntaxToken>(),
                        TestItemSyntax.Cases cases => cases.Rows.Select(row => row.Cells[^1].Tokens.First),
                        _ => [],
                    }
                ),
        ];
}
