using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Texts;

/// <summary>The lines of a text without what clients put around each of them: frames, quotes of a spreadsheet, numbers,
/// the name of a column.</summary>
internal static class TextLines
{
    private const string Header = "QUERY PLAN";
    private const string Frame = " -+─═┼╪┌┐└┘├┤╔╗╚╝╟╢╠╣";

    public static string[] Of(string text)
    {
        var lines = Unwrapped(ClientFrame.Remove(text).Split('\n'));
        for (var i = 0; i < lines.Length; i++)
            lines[i] = Bare(lines[i]);
        RemoveNumbers(lines);
        return lines;
    }

    /// <summary>True for the head of a table that holds a plan.</summary>
    public static bool IsHeader(string line) => line.Trim() is Header;

    /// <summary>True where what stands in front of a plan is a client's or a log's, and no literal around it.</summary>
    public static bool IsLead(ReadOnlySpan<char> lead) => lead.IndexOfAny("\"'(") < 0;

    /// <summary>True for a line of a table's frame.</summary>
    public static bool IsRule(string line) => line.Length > 0 && line.AsSpan().Trim(Frame).IsEmpty;

    /// <summary>The lines that a client has counted, where this line says so: <c>(12 rows)</c>.</summary>
    public static int? Counted(ReadOnlySpan<char> line)
    {
        if (line is not ['(', .., ')'] || line.IndexOf(' ') is not (> 1 and var blank))
            return null;
        return int.TryParse(line[1..blank], NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            ? count
            : null;
    }

    /// <summary>False where psql's rule is wider than every line between, so that the widest of the lines is
    /// missing.</summary>
    public static bool HoldsWidest(string[] lines, int rule, int first, int last)
    {
        if (rule < 0 || lines[rule].AsSpan().Trim('-').Length > 0 || !lines[first].StartsWith(' '))
            return true;
        var rows = lines.AsSpan(first, last + 1 - first).ToArray();
        // How wide other letters are shown is not known.
        return Array.Exists(rows, row => row.Length >= lines[rule].Length - 1 || !Ascii.IsValid(row));
    }

    /// <summary>psql wraps a line that is too wide with the same sign at its end and before what follows.</summary>
    private static string[] Unwrapped(string[] lines)
    {
        var whole = new List<string>(lines.Length);
        var parts = new StringBuilder();
        foreach (var each in lines)
        {
            var line = each.TrimEnd();
            var start = line.AsSpan().TrimStart();
            if (
                whole.Count == 0
                || whole[^1] is not [.., var last and ('.' or '…')]
                || start is not [var first, ..]
                || first != last
            )
            {
                End();
                whole.Add(line);
                continue;
            }

            // The last piece stands in the list, those before it in front of it.
            parts.Append(whole[^1].AsSpan()[..^1]);
            whole[^1] = start[1..].ToString();
        }

        End();
        return [.. whole];

        void End()
        {
            if (parts.Length == 0)
                return;
            whole[^1] = parts.Append(whole[^1]).ToString();
            parts.Clear();
        }
    }

    private static string Bare(string line)
    {
        if (line is ['"', .., '"'])
            line = line[1..^1].Replace("\"\"", "\"", StringComparison.Ordinal);
        // Rows one below the other have the column's name in front of each line, and a line of their own.
        if (
            line.Contains("[ RECORD ", StringComparison.Ordinal)
            || line.StartsWith("* Record ", StringComparison.Ordinal)
        )
            return "";
        var start = line.TrimStart();
        if (!start.StartsWith(Header + " ", StringComparison.Ordinal))
            return line;
        var value = start[(Header.Length + 1)..];
        return value is ['|' or '│' or '║', ..] ? value[1..] : value;
    }

    /// <summary>Numbers that grow by one from line to line are a client's.</summary>
    private static void RemoveNumbers(string[] lines)
    {
        var numbers = Array.ConvertAll(lines, line => Numbered(line).Number);
        for (var i = 0; i < lines.Length; i++)
        {
            var isAfter = i > 0 && numbers[i] is int number && numbers[i - 1] == number - 1;
            var isBefore = i + 1 < lines.Length && numbers[i] is int own && numbers[i + 1] == own + 1;
            if (isAfter || isBefore)
                lines[i] = lines[i][Numbered(lines[i]).Length..];
        }
    }

    private static (int? Number, int Length) Numbered(string line)
    {
        var start = line.Length - line.AsSpan().TrimStart().Length;
        var end = start;
        while (end < line.Length && char.IsAsciiDigit(line[end]))
            end++;
        if (
            end == start
            || !int.TryParse(line.AsSpan(start, end - start), CultureInfo.InvariantCulture, out var number)
        )
            return (null, 0);
        var sign = line.AsSpan(end).TrimStart();
        if (!sign.IsEmpty && sign[0] is '.' or ':' or ')' or '|' or '│')
            end = line.Length - sign.Length + 1;
        else if (end < line.Length && line[end] is not (' ' or '\t'))
            return (null, 0);
        return (number, end);
    }
}
