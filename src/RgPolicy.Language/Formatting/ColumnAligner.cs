namespace RgPolicy.Language.Formatting;

/// <summary>Writes lines with the columns of neighbours of one kind below each other.</summary>
internal sealed class ColumnAligner(IReadOnlyList<FormattedLine> lines, string lineEnd)
{
    // Wider cells and lines are left as they are: one long name must not widen every line.
    private const int WidestCell = 40;
    private const int WidestLine = 100;

    private readonly StringBuilder _text = new();

    public string Write()
    {
        for (var start = 0; start < lines.Count; )
        {
            var end = GroupEnd(start);
            WriteGroup(start, end);
            start = end;
        }

        return _text.ToString();
    }

    // Comments between two lines of one kind do not part them; an empty line does.
    private int GroupEnd(int start)
    {
        var first = lines[start];
        var end = start + 1;
        if (first.Kind is LineKind.Other or LineKind.Comment)
            return end;

        for (
            var index = end;
            index < lines.Count && !lines[index].IsAfterBlank && lines[index].Indent == first.Indent;
            index++
        )
        {
            if (lines[index].Kind == first.Kind)
                end = index + 1;
            else if (lines[index].Kind != LineKind.Comment)
                break;
        }

        return end;
    }

    private void WriteGroup(int start, int end)
    {
        var group = Enumerable.Range(start, end - start).Select(index => lines[index]).ToList();
        var members = group.Where(line => line.Kind != LineKind.Comment).ToList();
        var widths = ColumnWidths(members);
        var texts = group.ConvertAll(line => Join(line, widths));
        var comments = group
            .Zip(texts)
            .Where(pair => pair.First.Comment.Length > 0 && pair.Second.Length <= WidestLine)
            .Select(pair => pair.Second.Length)
            .DefaultIfEmpty(0)
            .Max();
        for (var place = 0; place < group.Count; place++)
            WriteLine(group[place], texts[place], comments);
    }

    private void WriteLine(FormattedLine line, string text, int commentColumn)
    {
        _text.Append(line.IsAfterBlank ? lineEnd : "").Append(text);
        if (line.Comment.Length > 0)
            _text.Append(' ', Math.Max(0, commentColumn - text.Length) + 2).Append(line.Comment);

        _text.Append(lineEnd);
    }

    private static List<int> ColumnWidths(List<FormattedLine> members)
    {
        var widths = new List<int>();
        foreach (var line in members)
        {
            // The last cell of a line needs no room behind it.
            for (var column = 0; column < line.Cells.Count - 1; column++)
            {
                if (column == widths.Count)
                    widths.Add(0);

                var width = line.Cells[column].Length;
                widths[column] = width <= WidestCell ? Math.Max(widths[column], width) : widths[column];
            }
        }

        return widths;
    }

    private static string Join(FormattedLine line, List<int> widths)
    {
        var text = new StringBuilder().Append(' ', line.Indent);
        for (var column = 0; column < line.Cells.Count; column++)
        {
            var cell = line.Cells[column];
            text.Append(column == 0 ? "" : " ").Append(cell);
            if (column < line.Cells.Count - 1)
                text.Append(' ', Math.Max(0, widths[column] - cell.Length));
        }

        return text.ToString();
    }
}
