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

/// <summary>The page of a diagnostic.</summary>
/// <param name="Text">The whole page, Markdown.</param>
internal sealed record DiagnosticPage(string Text)
{
    private const string SummaryHeading = "## Summary\n\n";

    /// <summary>The text below its heading Summary.</summary>
    public string Summary
    {
        get
        {
            var start = Text.IndexOf(SummaryHeading, StringComparison.Ordinal);
            var rest = start < 0 ? Text : Text[(start + SummaryHeading.Length)..];
            var end = rest.IndexOf("\n## ", StringComparison.Ordinal);
            return (end < 0 ? rest : rest[..end]).Trim().ReplaceLineEndings(" ");
        }
    }
}
