namespace RgPolicy.Cli.Help;

/// <summary>Text in lines of at most a number of characters.</summary>
internal static class WrappedText
{
    /// <summary>Its lines; a longer word has a line to itself.</summary>
    public static IReadOnlyList<string> Of(string text, int width)
    {
        var lines = new List<string>();
        foreach (var word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (lines.Count > 0 && lines[^1].Length + 1 + word.Length <= width)
            {
                lines[^1] += " " + word;
            }
            else
            {
                lines.Add(word);
            }
        }

        return lines;
    }
}
