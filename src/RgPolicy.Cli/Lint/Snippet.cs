using System.Globalization;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint;

/// <summary>The line that a range is on, with carets below.</summary>
/// <param name="Number">The line's number.</param>
/// <param name="Text">The line, safe to print and cut where it is long.</param>
/// <param name="Indent">Cells before the first caret.</param>
/// <param name="Carets">Cells to mark; at least one.</param>
internal sealed record Snippet(string Number, string Text, int Indent, int Carets)
{
    private const int MaximumLength = 140;
    private const int Before = 40;
    private const string Ellipsis = "...";

    /// <summary>Creates the snippet of a finding.</summary>
    public static Snippet Of(SourceLines lines, TextRange range)
    {
        var line = lines[range.StartLine];
        var start = Math.Clamp(range.StartColumn - 1, 0, line.Length);
        var end =
            range.EndLine > range.StartLine
                ? line.TrimEnd().Length
                : Math.Clamp(range.EndColumn - 1, start, line.Length);
        var (shown, offset) = Cut(line, start);
        var prefix = offset > 0 ? Ellipsis.Length : 0;
        var marked = Math.Clamp(end - offset + prefix, start - offset + prefix, shown.Length);
        var first = start - offset + prefix;
        return new Snippet(
            range.StartLine.ToString(CultureInfo.InvariantCulture),
            Printable.Of(shown),
            Printable.Cells(shown.AsSpan(0, first)),
            Math.Max(1, Printable.Cells(shown.AsSpan(first, marked - first)))
        );
    }

    private static (string Shown, int Offset) Cut(string line, int start)
    {
        if (line.Length <= MaximumLength)
        {
            return (line, 0);
        }

        var offset = start < MaximumLength - Before ? 0 : start - Before;
        var length = Math.Min(MaximumLength, line.Length - offset);
        var head = offset > 0 ? Ellipsis : "";
        var tail = offset + length < line.Length ? Ellipsis : "";
        return (string.Concat(head, line.AsSpan(offset, length), tail), offset);
    }
}
