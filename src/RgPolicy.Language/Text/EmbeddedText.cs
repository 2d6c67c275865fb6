namespace RgPolicy.Language.Text;

/// <summary>The tables that come with the assembly as texts.</summary>
internal static class EmbeddedText
{
    /// <summary>The lines of one, without those that are empty or begin with <c>#</c>.</summary>
    public static IEnumerable<string> Lines(string name)
    {
        using var stream =
            typeof(EmbeddedText).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The assembly has no {name}.");
        using var reader = new StreamReader(stream);
        while (reader.ReadLine() is { } line)
        {
            if (line.Length > 0 && line[0] != '#')
                yield return line;
        }
    }
}
