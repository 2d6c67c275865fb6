using System.Text;

namespace RgPolicy.Cli.Explain;

/// <summary>The pages of docs/diagnostics, which the executable carries.</summary>
internal static class DiagnosticPages
{
    /// <summary>The page of a code, or null.</summary>
    public static DiagnosticPage? Find(string code)
    {
        using var stream = typeof(DiagnosticPages).Assembly.GetManifestResourceStream($"diagnostics/{code}.md");
        if (stream is null)
        {
            return null;
        }

        using var reader = new StreamReader(stream, Encoding.UTF8);
        return new DiagnosticPage(reader.ReadToEnd().ReplaceLineEndings("\n"));
    }
}
