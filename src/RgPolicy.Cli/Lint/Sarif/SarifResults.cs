using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Explain;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint.Sarif;

/// <summary>Writes the results of a run: every finding, those in comments' suppressions marked as such.</summary>
internal sealed class SarifResults(Utf8JsonWriter json, ImmutableArray<string> rules, ReportPaths paths)
{
    private readonly FindingPrints _prints = new(paths);
    private readonly SarifUris _uris = new(paths);

    /// <summary>Writes the results.</summary>
    public void Write(LintReport report)
    {
        json.WriteStartArray("results");
        foreach (var diagnostic in report.Diagnostics)
        {
            WriteResult(diagnostic, null);
        }

        foreach (var suppressed in report.Suppressed)
        {
            WriteResult(suppressed.Diagnostic, suppressed.Reason);
        }

        json.WriteEndArray();
    }

    private void WriteResult(Diagnostic diagnostic, string? suppression)
    {
        json.WriteStartObject();
        json.WriteString("ruleId", diagnostic.Code);
        json.WriteNumber("ruleIndex", rules.IndexOf(diagnostic.Code));
        json.WriteString("level", SarifLevels.Of(diagnostic.Severity));
        WriteMessage("message", diagnostic.Message);
        json.WriteStartArray("locations");
        json.WriteStartObject();
        WriteLocation(diagnostic.Path, diagnostic.Range);
        json.WriteEndObject();
        json.WriteEndArray();
        WriteRelated(diagnostic.Related);
        WriteFixes(diagnostic);
        json.WriteStartObject("partialFingerprints");
        json.WriteString("rgpolicyFinding/v1", _prints.Next(diagnostic));
        json.WriteEndObject();
        WriteSuppression(suppression);
        json.WriteEndObject();
    }

    private void WriteMessage(string name, string text)
    {
        json.WriteStartObject(name);
        json.WriteString("text", text);
        json.WriteEndObject();
    }

    private void WriteLocation(string path, TextRange range)
    {
        json.WriteStartObject("physicalLocation");
        WriteArtifact(path);
        WriteRegion("region", range);
        json.WriteEndObject();
    }

    private void WriteArtifact(string path)
    {
        json.WriteStartObject("artifactLocation");
        _uris.Write(json, path);
        json.WriteEndObject();
    }

    private void WriteRegion(string name, TextRange range)
    {
        json.WriteStartObject(name);
        json.WriteNumber("startLine", range.StartLine);
        json.WriteNumber("startColumn", range.StartColumn);
        json.WriteNumber("endLine", range.EndLine);
        json.WriteNumber("endColumn", range.EndColumn);
        json.WriteEndObject();
    }

    private void WriteRelated(ImmutableArray<RelatedLocation> related)
    {
        if (related.IsEmpty)
        {
            return;
        }

        json.WriteStartArray("relatedLocations");
        for (var index = 0; index < related.Length; index++)
        {
            json.WriteStartObject();
            json.WriteNumber("id", index + 1);
            WriteLocation(related[index].Path, related[index].Range);
            WriteMessage("message", related[index].Message);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private void WriteFixes(Diagnostic diagnostic)
    {
        if (diagnostic.Fixes.IsEmpty)
        {
            return;
        }

        json.WriteStartArray("fixes");
        foreach (var fix in diagnostic.Fixes)
        {
            json.WriteStartObject();
            WriteMessage("description", fix.Safe ? fix.Title : $"{fix.Title} (unsafe)");
            json.WriteStartArray("artifactChanges");
            json.WriteStartObject();
            WriteArtifact(diagnostic.Path);
            json.WriteStartArray("replacements");
            foreach (var edit in fix.Edits)
            {
                WriteEdit(edit);
            }

            json.WriteEndArray();
            json.WriteEndObject();
            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private void WriteEdit(TextEdit edit)
    {
        json.WriteStartObject();
        WriteRegion("deletedRegion", edit.Range);
        WriteMessage("insertedContent", edit.NewText);
        json.WriteEndObject();
    }

    private void WriteSuppression(string? reason)
    {
        if (reason is null)
        {
            return;
        }

        json.WriteStartArray("suppressions");
        json.WriteStartObject();
        json.WriteString("kind", "inSource");
        json.WriteString("status", "accepted");
        json.WriteString("justification", reason);
        json.WriteEndObject();
        json.WriteEndArray();
    }
}

/// <summary>Severities as SARIF names them.</summary>
internal static class SarifLevels
{
    /// <summary><c>error</c>, <c>warning</c> or <c>note</c>.</summary>
    public static string Of(DiagnosticSeverity severity) =>
        severity == DiagnosticSeverity.Info ? "note" : SeverityNames.Of(severity);
}

/// <summary>Paths as SARIF names them: relative to the root where they can be, with <c>/</c>,
/// percent-encoded.</summary>
internal sealed class SarifUris(ReportPaths paths)
{
    /// <summary>The name of the base that relative paths have.</summary>
    public const string RootId = "SRCROOT";

    /// <summary>True when the path lies below the root.</summary>
    public bool IsRelative(string path)
    {
        var below = paths.Relative(path);
        return !Path.IsPathRooted(below) && below != ".." && !below.StartsWith("../", StringComparison.Ordinal);
    }

    /// <summary>Writes the members of an artifact location.</summary>
    public void Write(Utf8JsonWriter json, string path)
    {
        if (IsRelative(path))
        {
            json.WriteString("uri", string.Join('/', paths.Relative(path).Split('/').Select(Uri.EscapeDataString)));
            json.WriteString("uriBaseId", RootId);
        }
        else
        {
            json.WriteString("uri", new Uri(paths.Full(path)).AbsoluteUri);
        }
    }
}
