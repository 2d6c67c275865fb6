namespace RgPolicy.Conformance.Cases;

/// <summary>Reads the list of cases.</summary>
internal static class CaseReader
{
    private const string Arrow = " -> ";

    /// <summary>The cases that come with the program.</summary>
    public static ImmutableArray<ConformanceCase> ReadOwn()
    {
        using var stream =
            typeof(CaseReader).Assembly.GetManifestResourceStream("cases.txt")
            ?? throw new InvalidOperationException("the list of cases is not in the program");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return Read(reader.ReadToEnd());
    }

    /// <summary>The cases of a text; throws <see cref="FormatException"/> with the line that is not
    /// understood.</summary>
    public static ImmutableArray<ConformanceCase> Read(string text)
    {
        var cases = ImmutableArray.CreateBuilder<ConformanceCase>();
        var number = 0;
        foreach (var line in text.Split('\n'))
        {
            number++;
            if (line.Length == 0 || line[0] == '#')
                continue;

            if (line[0] != ' ')
            {
                cases.Add(ReadHead(line, number));
                continue;
            }

            if (cases.Count == 0)
                throw new FormatException($"line {number}: a step before the first case");

            cases[^1] = cases[^1] with { Steps = cases[^1].Steps.Add(ReadStep(line.Trim(), number)) };
        }

        return cases.ToImmutable();
    }

    // `R7 title` or `R5 [mba_MBps] title`
    private static ConformanceCase ReadHead(string line, int number)
    {
        var blank = line.IndexOf(' ', StringComparison.Ordinal);
        if (blank < 0)
            throw new FormatException($"line {number}: a case is a rule and a title");

        var title = line[(blank + 1)..];
        var close = title.StartsWith('[') ? title.IndexOf(']', StringComparison.Ordinal) : -1;
        return new ConformanceCase(
            line[..blank],
            title[(close + 1)..].Trim(),
            close < 0 ? string.Empty : title[1..close],
            []
        );
    }

    private static ConformanceStep ReadStep(string line, int number)
    {
        var arrow = line.LastIndexOf(Arrow, StringComparison.Ordinal);
        var words = Split(arrow < 0 ? line : line[..arrow]);
        return new ConformanceStep(
            number,
            words[0],
            words.RemoveAt(0),
            arrow < 0 ? "ok" : line[(arrow + Arrow.Length)..].Trim()
        );
    }

    private static ImmutableArray<string> Split(string text)
    {
        var words = ImmutableArray.CreateBuilder<string>();
        for (var at = 0; at < text.Length; )
        {
            if (text[at] == ' ')
            {
                at++;
                continue;
            }

            var isQuoted = text[at] == '"';
            var end = text.IndexOf(isQuoted ? '"' : ' ', at + 1);
            end = end < 0 ? text.Length : end;
            words.Add(isQuoted ? Unescape(text[(at + 1)..end]) : text[at..end]);
            at = end + 1;
        }

        return words.ToImmutable();
    }

    private static string Unescape(string text) =>
        text.Replace(@"\n", "\n", StringComparison.Ordinal)
            .Replace(@"\r", "\r", StringComparison.Ordinal)
            .Replace(@"\0", "\0", StringComparison.Ordinal)
            .Replace(@"\q", "\"", StringComparison.Ordinal);
}
