using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>The last line of a text report.</summary>
internal static class LintSummary
{
    /// <summary>Such as <c>3 files: 1 error, 2 warnings</c>.</summary>
    public static string Of(LintReport report)
    {
        var parts = new List<string>();
        Add(parts, report.Count(DiagnosticSeverity.Error), "error", "errors");
        Add(parts, report.Count(DiagnosticSeverity.Warning), "warning", "warnings");
        Add(parts, report.Count(DiagnosticSeverity.Info), "remark", "remarks");
        Add(parts, report.Known, "known from the baseline", "known from the baseline");
        var files = report.Files.Length == 1 ? "1 file" : $"{report.Files.Length} files";
        return $"{files}: {(parts.Count == 0 ? "no findings" : string.Join(", ", parts))}";
    }

    private static void Add(List<string> parts, int count, string one, string many)
    {
        if (count > 0)
        {
            parts.Add(count == 1 ? $"1 {one}" : $"{count} {many}");
        }
    }
}
