namespace RgPolicy.Cli.Explain;

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
