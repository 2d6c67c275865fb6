using System.Text.RegularExpressions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Checking;

/// <summary>
/// Finds the suppressions of a text. Behind something on its line, a comment is about that line; on
/// lines of its own, about the whole statement that follows, or inside a statement about the next line
/// that holds something.
/// </summary>
internal sealed partial class SuppressionReader(SyntaxTree tree)
{
    /// <summary>In the order of the text.</summary>
    public ImmutableArray<Suppression> Read()
    {
        var statements = tree.Statements.ToDictionary(statement => statement.Tokens.FirstIndex);
        var found = ImmutableArray.CreateBuilder<Suppression>();
        foreach (var token in tree.Tokens)
        {
            foreach (var trivia in token.Trivia)
            {
                if (
                    trivia.Kind == TriviaKind.LineComment
                    && Allow().Match(trivia.Text) is { Success: true } match
                    && !Codes(match).IsEmpty
                )
                    found.Add(Make(match, trivia, token, statements.GetValueOrDefault(token.Index)));
            }
        }

        return found.ToImmutable();
    }

    private Suppression Make(Match match, SyntaxTrivia comment, SyntaxToken next, StatementSyntax? statement)
    {
        var range = tree.Source.Range(comment.Start, comment.End);
        var (first, last) = Lines(comment, next, statement);
        return new Suppression(Codes(match), match.Groups["reason"].Value.Trim(), range, first, last);
    }

    // None where a word is neither a code nor a name: then the comment only happens to begin like that.
    private static ImmutableArray<string> Codes(Match match)
    {
        var words = match.Groups["code"].Captures.Select(each => each.Value).ToList();
        var codes = words
            .Select(word => word.StartsWith("RG", StringComparison.Ordinal) ? word : CodeOf(word))
            .ToList();
        return codes.Contains(null) ? [] : [.. codes.OfType<string>()];
    }

    private static string? CodeOf(string name) => DiagnosticCatalog.Find(name)?.Code;

    private (int First, int Last) Lines(SyntaxTrivia comment, SyntaxToken next, StatementSyntax? statement)
    {
        if (!tree.Source.IsFirstOnLine(comment.Start))
        {
            var line = tree.Source.Range(comment.Start, comment.Start).StartLine;
            return (line, line);
        }

        var range = statement is null ? tree.Range(next) : tree.Range(statement);
        return (range.StartLine, statement is null ? range.StartLine : range.EndLine);
    }

    // A code that is followed by neither a comma nor a colon still shows what was meant: the reason is missing then.
    [GeneratedRegex(
        @"^//\s*allow\s+(?<code>RG\d{4}|[a-z0-9]+(-[a-z0-9]+)+)(\s*,\s*(?<code>RG\d{4}|[a-z0-9]+(-[a-z0-9]+)+))*\s*(:(?<reason>.*))?",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex Allow();
}
