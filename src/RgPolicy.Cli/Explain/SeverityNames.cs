using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Explain;

/// <summary>The words of severities.</summary>
internal static class SeverityNames
{
    /// <summary><c>error</c>, <c>warning</c> or <c>info</c>.</summary>
    public static string Of(DiagnosticSeverity severity) =>
        severity switch
        {
            DiagnosticSeverity.Error => "error",
            DiagnosticSeverity.Warning => "warning",
            _ => "info",
        };
}
