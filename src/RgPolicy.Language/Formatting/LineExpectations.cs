using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Formatting;

/// <summary>
/// Policy tests may expect the line that decides (<c>expect line 26</c>). Formatting moves classes to
/// other lines, so the numbers that name the line of a class follow it.
/// </summary>
internal static class LineExpectations
{
    // A longer number may in turn move a line; more rounds than digits are never needed.
    private const int Rounds = 8;

    /// <summary>The tree with the line numbers that are right once it is formatted.</summary>
    public static SyntaxTree Follow(SyntaxTree tree)
    {
        var expected = Expected(tree);
        var lines = ClassLines(tree);
        var targets = expected.ConvertAll(token => lines.IndexOf(token.Text));
        if (targets.TrueForAll(target => target < 0))
            return tree;

        var current = tree;
        for (var round = 0; round < Rounds; round++)
        {
            var moved = ClassLines(Parse(PolicyFormatter.Write(current), tree.Source.Path));
            var tokens = Expected(current);
            var edits = targets
                .Select((target, place) => (Token: tokens[place], Target: target))
                .Where(edit => edit.Target >= 0 && edit.Token.Text != moved[edit.Target])
                .ToList();
            if (edits.Count == 0)
                break;

            current = Parse(
                Apply(current.Source.Content, edits.Select(edit => (edit.Token, moved[edit.Target]))),
                tree.Source.Path
            );
        }

        return current;
    }

    private static List<SyntaxToken> Expected(SyntaxTree tree)
    {
        var items = tree.Statements.OfType<TestSyntax>().SelectMany(test => All(test.Items)).ToList();
        var single = items
            .OfType<TestItemSyntax.Expect>()
            .SelectMany(expect => expect.Parts)
            .Where(expected => expected.Word.Is("line"))
            .Select(line => line.Value)
            .OfType<SyntaxToken>();
        var cells = items.OfType<TestItemSyntax.Cases>().SelectMany(LineCells);
        return [.. single.Concat(cells).OrderBy(token => token.Start)];
    }

    private static IEnumerable<TestItemSyntax> All(IEnumerable<TestItemSyntax> items) =>
        items.SelectMany(item => item is TestItemSyntax.Timed moment ? All(moment.Items) : [item]);

    private static IEnumerable<SyntaxToken> LineCells(TestItemSyntax.Cases cases) =>
        from row in cases.Rows
        where row.Cells.Length == cases.Columns.Length
        from column in Enumerable.Range(0, cases.Columns.Length)
        where cases.Columns[column].Word.Is("line") && row.Cells[column].Tokens.First.Kind == TokenKind.Integer
        select row.Cells[column].Tokens.First;

    private static List<string> ClassLines(SyntaxTree tree) =>
        [
            .. tree
                .Statements.Where(statement => statement is ClassSyntax or DefaultSyntax)
                .Select(statement => tree.Range(statement).StartLine.ToString(CultureInfo.InvariantCulture)),
        ];

    private static string Apply(string content, IEnumerable<(SyntaxToken Token, string Text)> edits)
    {
        foreach (var (token, text) in edits.OrderByDescending(edit => edit.Token.Start))
            content = string.Concat(content.AsSpan(0, token.Start), text, content.AsSpan(token.End));

        return content;
    }

    private static SyntaxTree Parse(string text, string path) =>
        new PolicyParsing(new SourceText(text, path), new DiagnosticBag(path)).Parse()
        ?? throw new InvalidOperationException("A text that was read cannot be read again.");
}
