using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Terminal;

namespace RgPolicy.Cli.Lint;

/// <summary>One line for each finding: path, line, column, severity, code, message.</summary>
internal static class LintCompact
{
    /// <summary>Writes one line per finding.</summary>
    public static void Write(TextWriter output, LintReport report)
    {
        foreach (var each in report.Diagnostics)
        {
            output.WriteLine(
                $"{Printable.Of(each.Path)}:{each.Range.StartLine}:{each.Range.StartColumn}: "
                    + $"{SeverityNames.Of(each.Severity)} {each.Code} {Printable.Of(each.Message)}"
            );
        }
    }
}
