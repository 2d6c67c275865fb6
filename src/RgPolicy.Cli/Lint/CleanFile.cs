using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>A file in which there is nothing to fix: what falls to the default (RG3007) is told there only to those
/// who ask for it.</summary>
internal static class CleanFile
{
    private const string DefaultRegion = "RG3007";

    /// <summary>Leaves RG3007 out of files that have no other finding.</summary>
    public static LintReport Apply(LintReport report, bool isAsked) =>
        isAsked
            ? report
            : report with
            {
                Files =
                [
                    .. report.Files.Select(file =>
                        file.Diagnostics.All(IsDefaultRegion) ? file with { Diagnostics = [] } : file
                    ),
                ],
            };

    private static bool IsDefaultRegion(Diagnostic each) =>
        each.Code == DefaultRegion && each.Severity == DiagnosticSeverity.Info;
}
