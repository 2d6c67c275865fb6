using RgPolicy.Cli.Explain;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>Logging commands of Azure Pipelines (Microsoft's documentation, "Logging commands"): shown with the run,
/// beside the file.</summary>
internal static class LintAzure
{
    /// <summary>Writes one line per finding.</summary>
    public static void Write(TextWriter output, LintReport report)
    {
        foreach (var each in report.Diagnostics)
        {
            // There are two types; a remark is a line of the log, so that it is there and no warning.
            var place =
                $"sourcepath={Property(each.Path)};linenumber={each.Range.StartLine};columnnumber={each.Range.StartColumn};code={each.Code};";
            output.WriteLine(
                each.Severity == DiagnosticSeverity.Info
                    ? $"{each.Path}:{each.Range.StartLine}:{each.Range.StartColumn}: info {each.Code} "
                        + $"{Line(each.Message)}"
                    : $"##vso[task.logissue type={SeverityNames.Of(each.Severity)};{place}]{Data(each.Message)}"
            );
        }
    }

    private static string Line(string text) => text.ReplaceLineEndings(" ");

    private static string Data(string text) =>
        text.Replace("%", "%AZP25", StringComparison.Ordinal)
            .Replace("\r", "%0D", StringComparison.Ordinal)
            .Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(";", "%3B", StringComparison.Ordinal).Replace("]", "%5D", StringComparison.Ordinal);
}
