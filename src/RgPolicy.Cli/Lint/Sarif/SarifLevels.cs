using RgPolicy.Cli.Explain;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint.Sarif;

/// <summary>Severities as SARIF names them.</summary>
internal static class SarifLevels
{
    /// <summary><c>error</c>, <c>warning</c> or <c>note</c>.</summary>
    public static string Of(DiagnosticSeverity severity) =>
        severity == DiagnosticSeverity.Info ? "note" : SeverityNames.Of(severity);
}
