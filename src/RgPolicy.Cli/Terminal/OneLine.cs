namespace RgPolicy.Cli.Terminal;

/// <summary>Text from elsewhere on one line of a terminal: no control characters, blanks drawn
/// together, cut where it is long.</summary>
internal static class OneLine
{
    /// <summary>At most so many characters.</summary>
    public static string Of(string text, int longest = 100)
    {
        var words = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var line = string.Concat(string.Join(' ', words).Where(each => !char.IsControl(each)));
        return line.Length <= longest ? line : string.Concat(line.AsSpan(0, longest - 3), "...");
    }
}
