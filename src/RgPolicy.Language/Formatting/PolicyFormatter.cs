using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Formatting;

/// <summary>Gives a policy or a test file the one style of the language. Every token and every comment stays.</summary>
public static class PolicyFormatter
{
    private const string LineFeed = "\n";

    /// <summary>Formats a file's bytes: UTF-8, with or without a byte-order mark. Never throws on any bytes.</summary>
    /// <param name="bytes">The policy or test file.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <returns>The formatted text, or the errors of a text that does not fit the grammar.</returns>
    public static FormatResult Format(ReadOnlySpan<byte> bytes, string path)
    {
        var bag = new DiagnosticBag(path);
        return Format(SourceTexts.Of(bytes, path, bag), bag);
    }

    /// <summary>Formats a text. Never throws on any text.</summary>
    /// <param name="text">The policy or test file.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <returns>The formatted text, or the errors of a text that does not fit the grammar.</returns>
    public static FormatResult Format(string text, string path)
    {
        var bag = new DiagnosticBag(path);
        return Format(SourceTexts.Of(text, path, bag), bag);
    }

    private static FormatResult Format(SourceText? source, DiagnosticBag bag) =>
        source is null || new PolicyParsing(source, bag).Parse() is not { } tree || bag.HasErrors
            ? new FormatResult(null, bag.ToSorted())
            : new FormatResult(Write(LineExpectations.Follow(tree)), []);

    internal static string Write(SyntaxTree tree)
    {
        var lineEnd = LineEndOf(tree.Source.Content);
        var lines = new LineBuilder(tree, new LayoutPlanner(tree).Plan(), lineEnd).Build();
        return new ColumnAligner(lines, lineEnd).Write();
    }

    // As the text has it, so that a checkout with CR LF is not rewritten whole.
    private static string LineEndOf(string content)
    {
        var first = content.IndexOf('\n', StringComparison.Ordinal);
        return first > 0 && content[first - 1] == '\r' ? "\r\n" : LineFeed;
    }
}

/// <summary>What formatting a text gave.</summary>
/// <param name="Text">The formatted text, or null when the text does not fit the grammar.</param>
/// <param name="Diagnostics">Why not; empty when there is a text.</param>
public sealed record FormatResult(string? Text, ImmutableArray<Diagnostic> Diagnostics);
