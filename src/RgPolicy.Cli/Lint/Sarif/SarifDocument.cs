using RgPolicy.Cli.Explain;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint.Sarif;

/// <summary>A lint report as SARIF 2.1.0.</summary>
internal static class SarifDocument
{
    // Where the tool describes itself; a name, since the product is not bound to a site.
    private const string InformationUri = "urn:rgpolicy:documentation";
    private const string RootId = "SRCROOT";

    /// <summary>The whole document.</summary>
    public static string Of(LintReport report, ReportPaths paths)
    {
        var (uris, prints) = (new SarifUris(paths, RootId), new FindingPrints(paths));
        ImmutableArray<string> rules =
        [
            .. report
                .Diagnostics.Concat(report.Suppressed.Select(each => each.Diagnostic))
                .Select(each => each.Code)
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
        ];
        var run = new SarifRun(
            new SarifTool(
                new SarifDriver(
                    "RgPolicy",
                    "RgPolicy",
                    $"RgPolicy policy checker {ProductVersion.Text}",
                    ProductVersion.Text,
                    InformationUri,
                    rules.Select(code => Rule(code, report.HelpUri))
                )
            ),
            [new SarifInvocation(true)],
            // The base is described and not named: a report must not depend on the machine that made it.
            report.Files.Any(file => uris.IsRelative(file.Name))
                ? new(StringComparer.Ordinal)
                {
                    [RootId] = new SarifBase(new SarifText("The repository, or else the folder that rgp lint ran in.")),
                }
                : null,
            report.Files.Select(file => new SarifArtifact(uris.Of(file.Name), "rgpolicy", "utf-8")),
            "utf16CodeUnits",
            [
                .. report.Diagnostics.Select(each => Result(each, null)),
                .. report.Suppressed.Select(each => Result(each.Diagnostic, each.Reason)),
            ]
        );
        return JsonOutput.Text(
            new SarifLog("https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", [run]),
            SarifJson.Default.SarifLog
        );

        SarifResult Result(Diagnostic diagnostic, string? suppression) =>
            new(
                diagnostic.Code,
                rules.IndexOf(diagnostic.Code),
                LevelOf(diagnostic.Severity),
                new SarifText(diagnostic.Message),
                [new SarifLocation(null, uris.Place(diagnostic.Path, diagnostic.Range), null)],
                Some(
                    diagnostic.Related.Select(
                        (each, index) =>
                            new SarifLocation(index + 1, uris.Place(each.Path, each.Range), new SarifText(each.Message))
                    )
                ),
                Some(diagnostic.Fixes.Select(fix => FixOf(fix, uris.Of(diagnostic.Path)))),
                new(StringComparer.Ordinal) { ["rgpolicyFinding/v1"] = prints.Next(diagnostic) },
                suppression is null ? null : [new SarifSuppression("inSource", "accepted", suppression)]
            );
    }

    private static List<T>? Some<T>(IEnumerable<T> all) => all.ToList() is { Count: > 0 } some ? some : null;

    private static SarifFix FixOf(Fix fix, SarifUri file) =>
        new(
            new SarifText(fix.Safe ? fix.Title : $"{fix.Title} (unsafe)"),
            [
                new SarifChange(
                    file,
                    fix.Edits.Select(edit => new SarifEdit(SarifRegion.Of(edit.Range), new SarifText(edit.NewText)))
                ),
            ]
        );

    private static SarifRule Rule(string code, string? helpUri)
    {
        var (entry, page) = (DiagnosticCatalog.Find(code), DiagnosticPages.Find(code));
        var title = entry?.Title ?? code;
        return new SarifRule(
            code,
            Pascal(entry?.Name ?? code),
            new SarifText(title),
            new SarifText(page?.Summary ?? title),
            new SarifHelp(page?.Text ?? title, page?.Text ?? title),
            DiagnosticAddress.Of(code, helpUri),
            new SarifConfiguration(LevelOf(entry?.Severity ?? DiagnosticSeverity.Error)),
            new SarifProperties(entry is null ? [PhaseOf(code)] : [PhaseOf(code), entry.Name])
        );
    }

    private static string LevelOf(DiagnosticSeverity severity) =>
        severity == DiagnosticSeverity.Info ? "note" : SeverityNames.Of(severity);

    private static string Pascal(string name) =>
        string.Concat(name.Split('-').Select(word => char.ToUpperInvariant(word[0]) + word[1..]));

    private static string PhaseOf(string code) =>
        code[2] switch
        {
            '0' => "files",
            '1' => "syntax",
            '2' => "names",
            '3' => "logic",
            '4' => "capacity",
            '5' => "target",
            '6' => "tests",
            '8' => "organisation",
            _ => "style",
        };
}

/// <summary>Paths as SARIF gives them: below the root where they are, or whole.</summary>
internal sealed class SarifUris(ReportPaths paths, string rootId)
{
    public bool IsRelative(string path)
    {
        var below = paths.Relative(path);
        return !Path.IsPathRooted(below) && below != ".." && !below.StartsWith("../", StringComparison.Ordinal);
    }

    public SarifUri Of(string path) =>
        IsRelative(path)
            ? new(string.Join('/', paths.Relative(path).Split('/').Select(Uri.EscapeDataString)), rootId)
            : new(new Uri(paths.Full(path)).AbsoluteUri, null);

    public SarifPlace Place(string path, TextRange range) => new(Of(path), SarifRegion.Of(range));
}
