using System.Globalization;
using System.Text;

namespace RgPolicy.Service.Files;

/// <summary>The difference of two texts, in the form that <c>patch</c> and <c>git apply</c> read.</summary>
public static class UnifiedDiff
{
    private const int Context = 3;

    /// <summary>The difference, or an empty text when there is none.</summary>
    public static string Of(string path, string before, string after)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        var edits = LineEdits.Between(Lines(before), Lines(after));
        var text = new StringBuilder();
        for (var start = 0; start < edits.Count; )
        {
            if (edits[start].Sign == ' ')
            {
                start++;
                continue;
            }

            var (from, to) = Hunk(edits, start);
            WriteHunk(text, edits, from, to);
            start = to;
        }

        return text.Length == 0 ? "" : $"--- a/{path.TrimStart('/')}\n+++ b/{path.TrimStart('/')}\n{text}";
    }

    /// <summary>Its lines alone, at most so many; the last one says where there are more.</summary>
    internal static IReadOnlyList<string> LinesOf(string before, string after, int most)
    {
        var lines = Lines(Of("", before, after)).Skip(2).ToList();
        return lines.Count > most ? [.. lines.Take(most), "..."] : lines;
    }

    private static string[] Lines(string text)
    {
        var lines = text.Split('\n');
        return lines[^1].Length == 0 ? lines[..^1] : lines;
    }

    // Changes that are nearer than twice the context share a hunk.
    private static (int From, int To) Hunk(IReadOnlyList<LineEdit> edits, int start)
    {
        var (last, index) = (start, start);
        for (; index < edits.Count && index - last <= 2 * Context; index++)
        {
            last = edits[index].Sign == ' ' ? last : index;
        }

        return (Math.Max(0, start - Context), Math.Min(edits.Count, last + 1 + Context));
    }

    private static void WriteHunk(StringBuilder text, IReadOnlyList<LineEdit> edits, int from, int to)
    {
        var hunk = edits.Skip(from).Take(to - from).ToList();
        var before = hunk.Count(edit => edit.Sign != '+');
        var after = hunk.Count(edit => edit.Sign != '-');
        text.Append(
            CultureInfo.InvariantCulture,
            $"@@ -{Start(hunk[0].Before, before)},{before} +{Start(hunk[0].After, after)},{after} @@\n"
        );
        foreach (var edit in hunk)
        {
            text.Append(edit.Sign).Append(edit.Text).Append('\n');
        }
    }

    // An empty side is named by the line before it.
    private static int Start(int index, int count) => count == 0 ? index : index + 1;
}
