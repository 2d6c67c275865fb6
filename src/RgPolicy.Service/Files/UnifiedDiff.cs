namespace RgPolicy.Service.Files;

/// <summary>The difference of two texts, in the form that <c>patch</c> and <c>git apply</c> read.</summary>
internal static class UnifiedDiff
{
    private const int Context = 3;

    /// <summary>The difference, or an empty text when there is none.</summary>
    public static string Of(string path, string before, string after)
    {
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
            last = edits[index].Sign == ' ' ? last : index;

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
            text.Append(edit.Sign).Append(edit.Text).Append('\n');
    }

    // An empty side is named by the line before it.
    private static int Start(int index, int count) => count == 0 ? index : index + 1;
}

/// <summary>The shortest way from one list of lines to another (E. W. Myers, An O(ND) difference
/// algorithm, 1986).</summary>
internal static class LineEdits
{
    // Beyond this many changed lines a middle part is replaced as a whole: time and memory stay bounded.
    private const int MostChanges = 2000;

    /// <summary>Every line of both texts once, in order.</summary>
    public static IReadOnlyList<LineEdit> Between(string[] before, string[] after)
    {
        var head = 0;
        while (head < before.Length && head < after.Length && before[head] == after[head])
            head++;

        var tail = 0;
        while (tail < before.Length - head && tail < after.Length - head && before[^(tail + 1)] == after[^(tail + 1)])
            tail++;

        var edits = new List<LineEdit>();
        edits.AddRange(Enumerable.Range(0, head).Select(index => new LineEdit(' ', before[index], index, index)));
        AddMiddle(
            edits,
            before.AsSpan(head, before.Length - head - tail),
            after.AsSpan(head, after.Length - head - tail),
            head
        );
        edits.AddRange(
            Enumerable
                .Range(0, tail)
                .Select(index => new LineEdit(
                    ' ',
                    before[before.Length - tail + index],
                    before.Length - tail + index,
                    after.Length - tail + index
                ))
        );
        return edits;
    }

    private static void AddMiddle(
        List<LineEdit> edits,
        ReadOnlySpan<string> before,
        ReadOnlySpan<string> after,
        int head
    )
    {
        var (x, y) = (0, 0);
        foreach (var (fromX, fromY) in Matches(before, after))
        {
            for (; x < fromX; x++)
                edits.Add(new LineEdit('-', before[x], head + x, head + y));

            for (; y < fromY; y++)
                edits.Add(new LineEdit('+', after[y], head + x, head + y));

            if (x < before.Length && y < after.Length)
                edits.Add(new LineEdit(' ', before[x], head + x++, head + y++));
        }
    }

    // The pairs of equal lines that stay, and the end.
    private static List<(int X, int Y)> Matches(ReadOnlySpan<string> before, ReadOnlySpan<string> after)
    {
        var matches = new List<(int X, int Y)>();
        var rounds = Rounds(before, after);
        var (x, y) = (before.Length, after.Length);
        for (var round = rounds.Count - 1; round > 0; round--)
        {
            var furthest = rounds[round - 1];
            var diagonal = x - y;
            var isDown =
                diagonal == -round || (diagonal != round && At(furthest, diagonal - 1) < At(furthest, diagonal + 1));
            var previous = isDown ? diagonal + 1 : diagonal - 1;
            var (startX, startY) = (At(furthest, previous), At(furthest, previous) - previous);
            while (x > startX && y > startY)
                matches.Add((--x, --y));

            (x, y) = (startX, startY);
        }

        while (rounds.Count > 0 && x > 0 && y > 0)
            matches.Add((--x, --y));

        matches.Reverse();
        matches.Add((before.Length, after.Length));
        return matches;
    }

    // For each number of changes, the furthest x on each diagonal; empty when there are too many changes.
    private static List<Dictionary<int, int>> Rounds(ReadOnlySpan<string> before, ReadOnlySpan<string> after)
    {
        var rounds = new List<Dictionary<int, int>>();
        var last = new Dictionary<int, int> { [1] = 0 };
        for (var round = 0; round <= Math.Min(MostChanges, before.Length + after.Length); round++)
        {
            var next = new Dictionary<int, int>();
            for (var diagonal = -round; diagonal <= round; diagonal += 2)
            {
                var isDown =
                    diagonal == -round || (diagonal != round && At(last, diagonal - 1) < At(last, diagonal + 1));
                var x = isDown ? At(last, diagonal + 1) : At(last, diagonal - 1) + 1;
                while (
                    x < before.Length
                    && x - diagonal < after.Length
                    && x - diagonal >= 0
                    && before[x] == after[x - diagonal]
                )
                    x++;

                next[diagonal] = x;
                if (x >= before.Length && x - diagonal >= after.Length)
                {
                    rounds.Add(next);
                    return rounds;
                }
            }

            rounds.Add(next);
            last = next;
        }

        return [];
    }

    private static int At(Dictionary<int, int> furthest, int diagonal) => furthest.GetValueOrDefault(diagonal, -1);
}

/// <summary>One line of a difference.</summary>
/// <param name="Sign">A blank for a line of both texts, <c>-</c> for the old one, <c>+</c> for the new one.</param>
/// <param name="Text">The line.</param>
/// <param name="Before">Lines of the old text before it.</param>
/// <param name="After">Lines of the new text before it.</param>
internal readonly record struct LineEdit(char Sign, string Text, int Before, int After);
