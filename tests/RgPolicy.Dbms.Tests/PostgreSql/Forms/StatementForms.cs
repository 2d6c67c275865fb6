namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>The forms of <c>forms.txt</c>.</summary>
internal static class StatementForms
{
    /// <summary>All, in the order of the file.</summary>
    public static ImmutableArray<StatementForm> All { get; } = [.. Read()];

    private static IEnumerable<StatementForm> Read()
    {
        using var stream =
            typeof(StatementForms).Assembly.GetManifestResourceStream("forms.txt")
            ?? throw new InvalidOperationException("forms.txt is not embedded");
        using var reader = new StreamReader(stream);
        var lines = reader
            .ReadToEnd()
            .Split('\n')
            .Select(line => line.TrimEnd('\r'))
            .Where(line => line.Length > 0 && line[0] != '%')
            .ToArray();
        for (var at = 0; at < lines.Length; )
        {
            var next = Array.FindIndex(lines, at + 1, line => line[0] == '@');
            next = next < 0 ? lines.Length : next;
            yield return Form(lines[at..next]);
            at = next;
        }
    }

    private static StatementForm Form(string[] lines)
    {
        var (name, rest) = Part(lines[0][1..], ':');
        var marks = rest.Split(';', StringSplitOptions.TrimEntries);
        var since = marks.FirstOrDefault(mark => mark.StartsWith("first ", StringComparison.Ordinal));
        var only = marks.FirstOrDefault(mark => mark.StartsWith("only ", StringComparison.Ordinal));
        return new StatementForm(
            name.Trim(),
            [.. marks[0].Split('|')],
            since is null ? 0 : int.Parse(since[6..], CultureInfo.InvariantCulture),
            only is null ? null : Enum.Parse<FormProtocol>(only[5..], ignoreCase: true),
            [.. lines.Where(line => line[0] == '+').Select(line => line[2..])],
            [.. lines.Where(line => line[0] == '$').SelectMany(line => Values(line[2..]))],
            string.Join('\n', lines[1..].Where(line => line[0] is not ('+' or '$')))
        )
        {
            Gap = marks.FirstOrDefault(mark => mark.StartsWith("gap ", StringComparison.Ordinal))?[4..],
        };
    }

    private static string[] Values(string line) => line[0] == '[' ? [line] : line.Split(", ");

    private static (string Left, string Right) Part(string text, char mark)
    {
        var at = text.IndexOf(mark, StringComparison.Ordinal);
        return (text[..at], text[(at + 1)..]);
    }
}
